"""The translators' catalogues (`locale/<language>.po`), which are compiled when first read."""

import gettext
import io
import struct
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from pipeline.store.folder import Folder

LOCALE = Path(__file__).with_name("locale")
# Used only if it exists, since the program does not add folders to its own.
COMPILED = Path(__file__).parent / "__pycache__"


def catalogue(language: str) -> gettext.GNUTranslations:
    """Return the current catalogue of a language.

    If the folder is writable, the compiled catalogue is cached in a file that begins with the digest of its source.
    """
    source = (LOCALE / f"{language}.po").read_bytes()
    name, digest = f"{language}.mo", sha256(source).digest()
    with suppress(OSError, ValueError, struct.error):
        kept = (COMPILED / name).read_bytes()
        if kept.startswith(digest):
            return gettext.GNUTranslations(io.BytesIO(kept.removeprefix(digest)))
    compiled = as_mo(source, language)
    if COMPILED.is_dir() and not sys.dont_write_bytecode:
        with suppress(OSError):
            Folder(COMPILED).mark(name, digest + compiled)
    return gettext.GNUTranslations(io.BytesIO(compiled))


def as_mo(source: bytes, language: str) -> bytes:
    """Return a catalogue in gettext's binary format."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    file = io.BytesIO()
    write_mo(file, read_po(io.BytesIO(source), locale=language))
    return file.getvalue()
