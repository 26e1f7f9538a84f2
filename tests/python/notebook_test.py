"""The notebook in examples/notebook: its cells run in their order, and give what it shows."""
import base64
import json
import shutil
from pathlib import Path

import notebook
import pytest

PATH = Path(__file__).parents[2] / "examples" / "notebook" / "grundy.ipynb"
NOTEBOOK = json.loads(PATH.read_text(encoding="utf-8"))


def text_of(outputs):
    """What can be compared: pictures differ with the version of gnuplot."""
    return ["".join(output["text"] if output["output_type"] == "stream" else
                    output["data"]["text/plain"]) for output in outputs]


@pytest.mark.skipif(not shutil.which("gnuplot"), reason="gnuplot is not installed")
def test_all_cells_give_what_is_shown():
    scope = {"__name__": "__main__"}
    cells = notebook.code_cells(NOTEBOOK)
    assert len(cells) >= 8
    for number, cell in enumerate(cells, 1):
        assert cell["execution_count"] == number
        source = "".join(cell["source"])
        assert text_of(notebook.outputs_of(source, scope)) == text_of(cell["outputs"]), source


def test_it_is_small_and_has_pictures():
    assert PATH.stat().st_size < 100_000
    pictures = [base64.b64decode(output["data"]["image/png"])
                for cell in notebook.code_cells(NOTEBOOK) for output in cell["outputs"]
                if "image/png" in output.get("data", {})]
    assert pictures and all(picture.startswith(b"\x89PNG") for picture in pictures)


def test_it_is_a_notebook_of_version_4():
    assert (NOTEBOOK["nbformat"], NOTEBOOK["nbformat_minor"]) == (4, 5)
    identities = [cell["id"] for cell in NOTEBOOK["cells"]]
    assert len(set(identities)) == len(identities)
    for cell in NOTEBOOK["cells"]:
        keys = {"cell_type", "id", "metadata", "source"}
        if cell["cell_type"] == "code":
            keys |= {"execution_count", "outputs"}
        assert cell.keys() == keys
