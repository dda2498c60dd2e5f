"""The settings: from one TOML file and the environment to a frozen ``Config``, or one clear line.

A setting is a field of a section (``settings``) with a default and a reader (``readers``), which
turns what was written into what is meant. ``sources`` knows where settings are written. What is
written for a transport is its own to read (``session.transport.Setup``).
"""

from .settings import Config, Section
from .sources import ConfigError, load

__all__ = ["Config", "ConfigError", "Section", "load"]
