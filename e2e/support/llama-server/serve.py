"""A real llama.cpp server (the xllamacpp wheel) on a free port of 127.0.0.1, until stdin ends. Usage: serve.py --follow-stdin MODEL.gguf [KEY]"""

import json
import os
import platform
import sys

import xllamacpp

# What it says while it works is of no use to a test's report.
os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
model, *keys = [argument for argument in sys.argv[1:] if argument != "--follow-stdin"]
parameters = xllamacpp.CommonParams()
parameters.model.path = model
parameters.model_alias = {"smollm2"}
parameters.hostnames = ["127.0.0.1"]
parameters.port = 0
parameters.n_ctx = 2048
parameters.n_parallel = 1
parameters.use_jinja = True
parameters.api_keys = keys
server = xllamacpp.Server(parameters)
port = int(server.listening_address.rsplit(":", 1)[1])
print(json.dumps({"port": port, "python": platform.python_version()}), flush=True)
sys.stdin.read()
