"""Writing wheels."""

import base64
import hashlib
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path


def write_wheel(folder: Path, name: str, tag: str, files: Mapping[str, bytes]) -> None:
    """Write a wheel, and its record; ``name`` has the version: ``six-1.17.0``."""
    info = f"{name}.dist-info"
    about = f"Wheel-Version: 1.0\nGenerator: caracol\nRoot-Is-Purelib: false\nTag: {tag}\n"
    inside = {**files, f"{info}/WHEEL": about.encode()}
    record = [f"{path},{digest(content)},{len(content)}" for path, content in inside.items()]
    inside[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()
    product = folder / f"{name}-{tag}.whl"
    unfinished = product.with_suffix(".part")
    with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, content in inside.items():
            # Always the same moment, so that equal contents make equal wheels.
            archive.writestr(zipfile.ZipInfo(path), content, zipfile.ZIP_DEFLATED)
    for other in folder.glob(f"{name.partition('-')[0]}-*.whl"):
        other.unlink()
    os.replace(unfinished, product)


def digest(content: bytes) -> str:
    """Return the digest of a file, as a record has it."""
    plain = base64.urlsafe_b64encode(hashlib.sha256(content).digest())
    return "sha256=" + plain.rstrip(b"=").decode()
