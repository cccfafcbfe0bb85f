"""Reads and writes the safetensors layout, from its description alone."""

import json
import struct

import numpy as np

TYPES = {"F64": "<f8", "F32": "<f4", "I64": "<i8", "U8": "u1"}


class Archive:
    def __init__(self, path):
        data = open(path, "rb").read()
        (length,) = struct.unpack("<Q", data[:8])
        header = json.loads(data[8:8 + length])
        body = data[8 + length:]
        self.metadata = header.pop("__metadata__")
        self.arrays = {}
        for name, entry in header.items():
            first, last = entry["data_offsets"]
            values = np.frombuffer(body[first:last], TYPES[entry["dtype"]])
            self.arrays[name] = values.reshape(entry["shape"])

    def __getitem__(self, name):
        return self.arrays[name]

    def texts(self, name):
        offsets, data = self[name + "/offsets"], self[name].tobytes()
        return [data[a:b].decode() for a, b in zip(offsets, offsets[1:])]

    @property
    def center(self):
        return self["center"]

    @property
    def map(self):
        return self["map"]

    @property
    def metric(self):
        return self.map.T @ self.map

    @property
    def summary(self):
        return json.loads(self.metadata["summary"])

    @property
    def options(self):
        return json.loads(self.metadata["options"])


def safetensors(header, body):
    """The bytes of a file with this header, as any other program would write them."""
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + body


def archive_bytes(metadata, arrays):
    """The bytes of a file with these arrays, one after the other."""
    names = {np.dtype(text): name for name, text in TYPES.items()}
    header, body = {"__metadata__": metadata}, b""
    for name, values in arrays.items():
        data = np.ascontiguousarray(values).tobytes()
        header[name] = {"dtype": names[values.dtype], "shape": list(values.shape),
                        "data_offsets": [len(body), len(body) + len(data)]}
        body += data
    return safetensors(header, body)


def assert_same_arrays(a, b, tolerance=1e-12):
    """Two archives hold the same arrays, to a tolerance relative to each array's largest value."""
    assert a.arrays.keys() == b.arrays.keys()
    for name in a.arrays:
        x, y = a[name], b[name]
        assert x.shape == y.shape, name
        if x.dtype.kind == "f":
            scale = max(np.abs(x).max(initial=0), 1e-300)
            assert np.abs(x - y).max(initial=0) <= tolerance * scale, name
        else:
            assert (x == y).all(), name
