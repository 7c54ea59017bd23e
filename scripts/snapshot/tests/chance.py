"""What must differ between interpreters restored from the same snapshot."""

import json
import random
import secrets
import tempfile
import uuid

import numpy

json.dumps(
    [random.random(), numpy.random.rand(), numpy.random.default_rng().random(), secrets.token_hex(8), str(uuid.uuid4()), next(tempfile._get_candidate_names())]
)
