"""Runs the cells of a notebook without Jupyter.

    python3 notebook.py FILE   runs all its cells, and writes their outputs into it

A cell's output is what it prints and the value of its last line, as text and as the pictures and
HTML that the value offers.
"""
import ast
import base64
import contextlib
import io
import json
import sys
from pathlib import Path


def offered(value):
    """What Jupyter would keep of a value."""
    data = {}
    if (html := getattr(value, "_repr_html_", None)) and (text := html()):
        data["text/html"] = text
    if (png := getattr(value, "_repr_png_", None)) and (picture := png()):
        data["image/png"] = base64.b64encode(picture).decode() + "\n"
    data["text/plain"] = repr(value)
    return data


def outputs_of(source, scope):
    """The outputs of one cell, as notebooks keep them but for the number of its run."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "<cell>", "exec"), scope)
        if last:
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), scope)
    outputs = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": printed.getvalue()})
    if value is not None:
        outputs.append({"output_type": "execute_result", "metadata": {}, "data": offered(value)})
    return outputs


def code_cells(notebook):
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def lines(text):
    """As notebooks keep text."""
    return text.splitlines(keepends=True)


def kept(output, number):
    if output["output_type"] == "stream":
        return {**output, "text": lines(output["text"])}
    data = {kind: text if kind == "image/png" else lines(text)
            for kind, text in output["data"].items()}
    return {**output, "data": data, "execution_count": number}


def main():
    path = Path(sys.argv[1])
    notebook = json.loads(path.read_text(encoding="utf-8"))
    scope = {"__name__": "__main__"}
    for number, cell in enumerate(code_cells(notebook), 1):
        cell["execution_count"] = number
        cell["outputs"] = [kept(output, number)
                           for output in outputs_of("".join(cell["source"]), scope)]
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n",
                    encoding="utf-8")


if __name__ == "__main__":
    main()
