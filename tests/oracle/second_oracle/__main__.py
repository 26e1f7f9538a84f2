import argparse
import itertools
import pathlib

from . import games, play, table


def main():
    parser = argparse.ArgumentParser(description="Values of a box of a .game file, a position a line.")
    parser.add_argument("file")
    parser.add_argument("--box", required=True)
    parser.add_argument("--game")
    parser.add_argument("--value", default="nimber", choices=["nimber", "outcome", "remoteness"])
    parser.add_argument("--misere", action="store_true", default=None)
    parser.add_argument("--param", action="append", default=[])
    args = parser.parse_args()
    with open(args.file, encoding="utf-8") as file:
        found = games(file.read())
    source = next(one for one in found if args.game in (None, one.name))
    params = {}
    for setting in args.param:
        name, _, value = setting.partition("=")
        whole = [int(part) for part in value.strip("{}").split(",") if part]
        params[name] = whole[0] if len(whole) == 1 and "{" not in value else tuple(sorted(set(whole)))
    catalogue = pathlib.Path(__file__).resolve().parents[3] / "games"
    game = play(source, found, catalogue, params)
    box = [int(part) for part in args.box.split(",")]
    high = box * len(game.low) if len(box) == 1 else box
    high = [a if b is None else min(a, b) for a, b in zip(high, game.high)]
    tuples = itertools.product(*(range(a, b + 1) for a, b in zip(game.low, high)))
    for position, value in zip(filter(game.is_position, tuples),
                               table(game, game.low, high, args.value, args.misere)):
        print(*position, "PN"[value] if args.value == "outcome" else value, sep=",")


if __name__ == "__main__":
    main()
