"""python-telegram-bot's way to the network, over aiohttp instead of httpx.

Same timeouts, errors, proxies and uploads as ``telegram.request.HTTPXRequest`` at a quarter of its
CPU time. What aiohttp does not have is a timeout for writing alone: a write that stalls ends with
the whole request's, which is what connecting, reading and writing may take together.

No error names the address of a request, nor has a cause that does: the address holds the bot's
token. Pages of what stands in between, such as a proxy's "not found", may well repeat it, and
python-telegram-bot would log them or take them for Telegram's word: they are a failing network.
"""

from __future__ import annotations

import asyncio
import re
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

ADDRESS = re.compile(r"\S*/bot[0-9]+(:|%3A)\S*", re.IGNORECASE)
"""What has the bot's token in it."""
POOL = 256
"""Connections at most."""
REFUSED = 300
"""The first status that is no success."""


class AiohttpRequest(BaseRequest):
    """Requests to a Bot API server."""

    def __init__(
        self,
        *,
        connection_pool_size: int = POOL,
        read_timeout: float | None = 5.0,
        write_timeout: float | None = 5.0,
        connect_timeout: float | None = 5.0,
        pool_timeout: float | None = 1.0,
        media_write_timeout: float | None = 20.0,
    ) -> None:
        """Connect to nothing yet. Timeouts are in seconds, ``None`` is no limit."""
        self._size = connection_pool_size
        self._read = read_timeout
        self._write = write_timeout
        self._connect = connect_timeout
        self._pool = pool_timeout
        self._media_write = media_write_timeout
        self._client: aiohttp.ClientSession | None = None
        self._free = asyncio.Semaphore(connection_pool_size)
        self._proxies: dict[str, str | None] = {}
        """Server to the proxy through which it is asked: one server, but for tests."""

    @property
    def read_timeout(self) -> float | None:
        """How long an answer may take if a request does not say otherwise."""
        return self._read

    async def initialize(self) -> None:
        """Be ready for requests; may be called again."""
        if self._client is None or self._client.closed:
            self._client = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=self._size),
                headers={"User-Agent": self.USER_AGENT},
                auto_decompress=True,
            )

    async def shutdown(self) -> None:
        """Close every connection; may be called again."""
        if self._client is not None and not self._client.closed:
            await self._client.close()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: object = BaseRequest.DEFAULT_NONE,
        write_timeout: object = BaseRequest.DEFAULT_NONE,
        connect_timeout: object = BaseRequest.DEFAULT_NONE,
        pool_timeout: object = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """Return status and body of the answer.

        Raises ``TimedOut`` and ``NetworkError`` as python-telegram-bot expects them; the latter is
        also what an answer is that no Bot API server gives.
        """
        client = self._client
        if client is None or client.closed:
            raise RuntimeError("This AiohttpRequest is not initialized!")
        uploads = request_data is not None and bool(request_data.multipart_data)
        connect = _seconds(connect_timeout, self._connect)
        read = _seconds(read_timeout, self._read)
        write = _seconds(write_timeout, self._media_write if uploads else self._write)
        timeout = aiohttp.ClientTimeout(
            total=_sum(connect, write, read), sock_connect=connect, sock_read=read
        )
        server = url.partition("/bot")[0]
        if server not in self._proxies:
            self._proxies[server] = _proxy(server)
        if self._free.locked():
            await self._queue(_seconds(pool_timeout, self._pool))
        else:
            await self._free.acquire()
        failure: NetworkError
        try:
            async with client.request(
                method,
                url,
                data=_body(request_data),
                timeout=timeout,
                allow_redirects=False,
                proxy=self._proxies[server],
            ) as answer:
                content = await answer.read()
                if _answers(method, answer.status, content):
                    return answer.status, content
                failure = NetworkError(f"no Bot API server answers so: {answer.status}")
        except TimeoutError:
            failure = TimedOut()
        except (aiohttp.ClientError, OSError) as error:
            failure = NetworkError(f"aiohttp.{type(error).__name__}: {_without(error, url)}")
        finally:
            self._free.release()
        raise failure  # outside, so that what caused it does not come along

    async def _queue(self, seconds: float | None) -> None:
        """Return when a connection is free for this request."""
        try:
            async with asyncio.timeout(seconds):
                await self._free.acquire()
        except TimeoutError as error:
            raise TimedOut(
                "Pool timeout: all connections are occupied. The request was *not* sent."
            ) from error


def _answers(method: str, status: int, content: bytes) -> bool:
    """Return whether it is the answer of a Bot API server: a file, a result or a refusal."""
    if status < REFUSED:
        return method == "GET" or (content.startswith(b"{") and b'"result"' in content)
    return content.startswith(b"{") and b'"description"' in content


def _body(data: RequestData | None) -> aiohttp.FormData | dict[str, str] | None:
    """Return what is sent: a form, with files where there are any."""
    if data is None:
        return None
    if not data.multipart_data:
        return data.json_parameters
    form = aiohttp.FormData(quote_fields=False)
    for name, value in data.json_parameters.items():
        form.add_field(name, value)
    for name, (filename, content, kind) in data.multipart_data.items():
        form.add_field(name, content, filename=filename, content_type=kind)
    return form


def _proxy(server: str) -> str | None:
    """Return the proxy that the environment names for the server, ``None`` if there is none.

    Asked once for each: aiohttp would ask for it, and read a file of passwords, at every request.
    """
    where = urlsplit(server)
    proxy = None if proxy_bypass(where.hostname or "") else getproxies().get(where.scheme)
    return f"http://{proxy}" if proxy and "://" not in proxy else proxy


def _seconds(asked: object, usual: float | None) -> float | None:
    """Return a timeout: as asked for, or as usual where python-telegram-bot asks for nothing."""
    if asked is BaseRequest.DEFAULT_NONE:
        return usual
    return None if asked is None else float(str(asked))


def _sum(*seconds: float | None) -> float | None:
    known = [each for each in seconds if each is not None]
    return sum(known) if len(known) == len(seconds) else None


def _without(error: Exception, url: str) -> str:
    """Return what the error says, without the address, however it is written there."""
    told = str(error).replace(url.rpartition("/")[0], "the Bot API server")
    return ADDRESS.sub("the Bot API server", told)
