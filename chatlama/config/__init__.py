"""The settings: from one TOML file and the environment to a frozen ``Config``, or one clear line.

A setting is a field of a section (``settings``) with a default and a reader (``readers``), which
turns what was written into what is meant. ``sources`` knows where settings are written.
"""

from .settings import Config
from .sources import ConfigError, load

__all__ = ["Config", "ConfigError", "load"]
