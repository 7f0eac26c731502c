"""Starts svc-fake, and drives it by its endpoints below /__fake/."""

import json
import os
import signal
import subprocess
import urllib.request


class SvcFake:
    """The fake service on a free port of this machine; a context manager."""

    def __init__(self, *options):
        command = ["npx", "svc-fake", *options]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("svc-fake did not start: run `npm install` first")
        self.url = json.loads(line)["url"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # npx does not hand signals on: the whole process group has to go.
        os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait(timeout=10)
        self._process.stdout.close()

    def calls(self):
        """The journal: every request and its answer."""
        with urllib.request.urlopen(f"{self.url}/__fake/calls", timeout=10) as answer:
            return json.load(answer)

    def load(self, state):
        self._post("state", state)

    def fail(self, **fault):
        self._post("fail", fault)

    def advance(self, **span):
        """Puts the fake's clock forward, and returns its time: by nothing, to read it. It never goes back."""
        return self._post("clock", span)["now"]

    def reset(self):
        self._post("reset", {})

    def _post(self, name, body):
        request = urllib.request.Request(f"{self.url}/__fake/{name}", json.dumps(body).encode(), method="POST")
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)
