"""A real llama.cpp server (PyPI: xllamacpp) for one GGUF. Prints one JSON line with its address; ends with its stdin."""

import json
import sys

import xllamacpp

params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.model_alias = {"served"}
params.hostnames = ["127.0.0.1"]
params.port = 0
params.n_ctx = 2048
params.n_parallel = 1
params.cpuparams.n_threads = 1
params.warmup = False
server = xllamacpp.Server(params)
print(json.dumps({"url": server.listening_address}), flush=True)
sys.stdin.read()
