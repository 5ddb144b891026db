"""The command `systems`."""

from pipeline.cli.terminal import echo


def systems() -> None:
    """List the systems: id, name and source."""
    from pipeline.rules.systems import systems

    for name, system in systems().items():
        source = next(paragraph.text for paragraph in system.rules if paragraph.label == "Source")
        echo(f"{name:20} {system.title}\n{'':20} {source}")
