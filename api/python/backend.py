"""The build backend of `pip install .` (PEP 517): has CMake build the module, and packs it as a wheel.

Needs nothing but Python, CMake and the Debian packages of scripts/packages, so pip downloads no
build tools. Everything is built in build/pip. With GRUNDY_BUILD=FOLDER the compiled part is built in
a folder that is configured already, such as build/release.
"""
import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tomllib
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "api" / "python" / "grundy"


def _version():
    return re.search(r"project\(grundy VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


def _metadata():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {_version()}",
             f"Summary: {project['description']}", f"License: {project['license']['text']}",
             f"Requires-Python: {project['requires-python']}",
             *(f"Requires-Dist: {needed}" for needed in project["dependencies"]),
             "Description-Content-Type: text/markdown", "", (ROOT / project["readme"]).read_text()]
    return "\n".join(lines)


def _compiled():
    """The extension module, built."""
    given = os.environ.get("GRUNDY_BUILD")
    folder = pathlib.Path(given or ROOT / "build" / "pip")
    settings = ["-B", str(folder), "-DGRUNDY_PYTHON_MODULE=ON"]
    if not given:
        # Afresh, because the interpreter of an isolated build is another one each time. Without what
        # asks for packages that the module does not need.
        settings += ["--preset", "release", "--fresh", "-DGRUNDY_WERROR=OFF", "-DGRUNDY_TESTS=OFF",
                     "-DGRUNDY_BENCH=OFF", "-DGRUNDY_SERVER=OFF", "-DGRUNDY_EXPORT=OFF", "-DGRUNDY_GRAPH=OFF",
                     f"-DGRUNDY_PYTHON={sys.executable}"]
    if not given or "GRUNDY_PYTHON_MODULE:BOOL=ON" not in (folder / "CMakeCache.txt").read_text():
        subprocess.run(["cmake", *settings], check=True, cwd=ROOT, stdout=sys.stderr)
    subprocess.run(["cmake", "--build", str(folder), "--target", "grundy_python"], check=True, stdout=sys.stderr)
    return folder / "python" / "grundy" / f"_grundy{sysconfig.get_config_var('EXT_SUFFIX')}"


def _record(name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}"


def contents():
    """The files of the package, the compiled one last, by their names in a wheel."""
    files = [file for file in sorted(PACKAGE.iterdir()) if file.suffix in {".py", ".pyi", ".typed"}]
    return {f"grundy/{file.name}": file.read_bytes() for file in [*files, _compiled()]}


def pack(wheel_directory, files, platform):
    """Writes the wheel of these files, with what describes it; its name."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    tag = f"{python}-{python}-{platform}"
    info = f"grundy-{_version()}.dist-info"
    wheel = f"Wheel-Version: 1.0\nGenerator: grundy\nRoot-Is-Purelib: false\nTag: {tag}\n"
    files = dict(files)
    files[f"{info}/METADATA"] = _metadata().encode()
    files[f"{info}/WHEEL"] = wheel.encode()
    files[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    records = [_record(name, data) for name, data in files.items()] + [f"{info}/RECORD,,"]
    files[f"{info}/RECORD"] = "\n".join([*records, ""]).encode()
    name = f"grundy-{_version()}-{tag}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as archive:
        for file, data in files.items():
            archive.writestr(file, data)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return pack(wheel_directory, contents(), platform)
