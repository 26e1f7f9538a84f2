"""What goes wrong, with Grundy's own messages."""


class Error(Exception):
    """Something that Grundy could not do; the message says what was found and what was expected."""


class UsageError(Error, ValueError):
    """A request that makes no sense."""


class PositionError(UsageError, IndexError):
    """A position outside a table."""


class RulesError(Error, ValueError):
    """Rules that do not parse or cannot be played."""


class UnsupportedError(Error):
    """A sound request that Grundy cannot answer."""


class CorruptError(Error):
    """A table that is damaged, unfinished or none."""


class IoError(Error, OSError):
    """The system refused to read or write."""


class MemoryLimitError(Error, MemoryError):
    """More memory than is allowed or free."""


class WrongValueError(Error):
    """A value of Grundy's that the rules do not give: a mistake of Grundy, please report it."""


class UncheckedError(Error):
    """A check was asked for, and no value could be derived from the rules."""


class Interrupted(Error, KeyboardInterrupt):
    """Stopped by a progress callback that returned False."""
