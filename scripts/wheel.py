#!/usr/bin/env python3
"""scripts/wheel.py FOLDER: packs the wheel of scripts/wheel into FOLDER and prints its path.

The build backend builds and packs. Between both, the libraries that the module needs are put into grundy.libs/. Each gets
a hash of its contents in its name, so that no other library of the process can be taken for it, as auditwheel does.

The platform is manylinux_2_N (PEP 600), where glibc 2.N is the newest that any file asks for by the versions of its
symbols. libstdc++ stays outside and must be as new there as here, so what it asks for counts, too.
"""
import hashlib
import pathlib
import re
import subprocess
import sys
import sysconfig
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "api" / "python"))
import backend  # noqa: E402

# What PEP 600 takes for granted, of all that the module needs.
GLIBC = re.compile(r"(libc|libm|libdl|librt|libpthread|ld-linux-.*)\.so\..*")
RUNTIME = re.compile(r"(libstdc\+\+|libgcc_s)\.so\..*")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def needed(data):
    """The files of all libraries that a program file needs, outside glibc, by their names."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        listed = re.findall(r"(\S+) => (/\S+) \(", output("ldd", file.name))
    return {name: pathlib.Path(path).resolve() for name, path in listed if not GLIBC.fullmatch(name)}


def patched(data, names, *changes):
    """A program file that needs libraries by their new names, with these changes besides."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        needed_here = output("patchelf", "--print-needed", file.name).split()
        renamed = [("--replace-needed", old, names[old]) for old in needed_here if old in names]
        for change in [*renamed, *changes]:  # one by one: together, patchelf 0.14 writes some over others
            output("patchelf", *change, file.name)
        return pathlib.Path(file.name).read_bytes()


def new_name(path, name):
    stem, version = name.split(".so", 1)
    return f"{stem}-{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}.so{version}"


def copyright_of(path):
    """The name of the Debian package that a library is from, and its licence."""
    package = output("dpkg-query", "--search", f"*/{path.name}").split(":")[0]
    return package, pathlib.Path("/usr/share/doc", package, "copyright").read_bytes()


def platform(programs):
    newest = max(int(minor) for data in programs for minor in re.findall(rb"\bGLIBC_2\.(\d+)", data))
    return f"manylinux_2_{newest}_{sysconfig.get_platform().split('-')[1]}"


def main(folder):
    files = backend.contents()
    module = list(files)[-1]
    libraries = needed(files[module])
    glibc = platform([files[module], *(path.read_bytes() for path in libraries.values())])
    carried = {name: path for name, path in libraries.items() if not RUNTIME.fullmatch(name)}
    names = {name: new_name(path, name) for name, path in carried.items()}
    files[module] = patched(files[module], names, ("--force-rpath", "--set-rpath", "$ORIGIN/../grundy.libs"))
    for name, path in carried.items():
        files[f"grundy.libs/{names[name]}"] = patched(
            path.read_bytes(), names, ("--force-rpath", "--set-rpath", "$ORIGIN"), ("--set-soname", names[name]))
        package, licence = copyright_of(path)
        files[f"grundy.libs/{package}.copyright"] = licence
    print(pathlib.Path(folder, backend.pack(folder, files, glibc)))


if __name__ == "__main__":
    main(sys.argv[1])
