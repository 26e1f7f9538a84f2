"""Jobs of OpenMPI on this machine, of more ranks than it has cores if need be."""

import os

ENVIRONMENT = {
    **os.environ,
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
}


def mpirun(ranks, *command):
    options = ["--map-by", ":OVERSUBSCRIBE", "--bind-to", "none", "-n", str(ranks)]
    return ["mpirun", *options, *command]
