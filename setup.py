"""What `pip install .` cannot read from pyproject.toml: the version, and that CMake builds.

Everything is built in build/pip. With GRUNDY_BUILD=FOLDER the compiled part comes from a build
folder that is configured already, such as build/release.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent
OWN = ROOT / "build" / "pip"


def version():
    return re.search(r"project\(grundy VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


def configure(folder):
    # Afresh, because the interpreter of an isolated build is another one each time.
    subprocess.run(
        ["cmake", "--preset", "release", "-B", folder, "--fresh", "-DGRUNDY_WERROR=OFF",
         "-DGRUNDY_TESTS=OFF", "-DGRUNDY_BENCH=OFF", f"-DGRUNDY_PYTHON={sys.executable}"],
        check=True, cwd=ROOT)


class BuildByCMake(build_ext):
    def build_extension(self, extension):
        folder = pathlib.Path(os.environ.get("GRUNDY_BUILD") or OWN)
        if folder == OWN:
            configure(folder)
        subprocess.run(["cmake", "--build", folder, "--target", "grundy_python"], check=True)
        built = folder.joinpath("python", *extension.name.split(".")[:-1])
        to = pathlib.Path(self.get_ext_fullpath(extension.name))
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(built / to.name, to)


OWN.mkdir(parents=True, exist_ok=True)
setup(
    version=version(),
    ext_modules=[Extension("grundy._grundy", sources=[])],
    cmdclass={"build_ext": BuildByCMake},
    options={"egg_info": {"egg_base": "build/pip"}, "build": {"build_base": "build/pip/setuptools"}},
)
