"""Finds one-time codes in the mail of personas."""

import json
import re
import urllib.parse
import urllib.request


def find_code(base_url, api_key, persona_id):
    """The code in the newest unread mail of the last five minutes, or None."""
    query = urllib.parse.urlencode({"only_unread": "true", "timedelta": "PT5M"})
    address = f"{base_url}/personas/{urllib.parse.quote(persona_id, safe='')}/emails?{query}"
    request = urllib.request.Request(address, headers={"Authorization": f"Bearer {api_key}"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        emails = json.load(answer)
    for email in emails:
        code = re.search(r"\b\d{4,8}\b", email["subject"])
        if code:
            return code.group()
    return None
