"""Signs in as vilkasgroup/iZettle does, which the POS has refused since it ended the password grant, and then runs the
client's own tests with a token of an API key. Prints the result as JSON.
Arguments: folder of the client, then as JSON what the test has prepared."""

import io
import json
import sys
import time
import unittest

# The tests log to the standard output.
printed, sys.stdout = sys.stdout, io.StringIO()

folder, text = sys.argv[1:3]
sys.path.insert(0, folder)
given = json.loads(text)

import requests  # noqa: E402
import test_izettle  # noqa: E402
from iZettle.iZettle import Izettle, RequestException  # noqa: E402


class WithApiKey(Izettle):
    """The client; only its sign-in is that of an API key."""

    def auth(self):
        data = {
            "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer",
            "client_id": given["clientId"],
            "assertion": given["apiKey"],
        }
        token = requests.post(Izettle.oauth_url, data=data, timeout=Izettle.timeout).json()["access_token"]
        self._Izettle__token = token
        self._Izettle__session_valid_until = time.time() + 7000
        self._Izettle__headers = {
            "Authorization": "Bearer {}".format(token),
            "Content-Type": "application/json",
            "IF-Match": "*",
        }


def sign_in():
    try:
        Izettle(client_id=given["clientId"], client_secret="x", user="cashier", password="x")
        return None
    except RequestException as error:
        return {"status": error.request.status_code, "message": error.developer_message}


def run_tests():
    class TestWithApiKey(test_izettle.TestIzettle):
        def __init__(self, *names):
            unittest.TestCase.__init__(self, *names)
            self.client = WithApiKey()

    suite = unittest.defaultTestLoader.loadTestsFromTestCase(TestWithApiKey)
    result = unittest.TextTestRunner(stream=io.StringIO()).run(suite)
    failed = result.failures + result.errors
    return {
        "run": result.testsRun,
        "skipped": [case.id().rsplit(".", 1)[1] for case, _ in result.skipped],
        "failed": {case.id().rsplit(".", 1)[1]: trace.strip().splitlines()[-1] for case, trace in failed},
    }


print(json.dumps({"signIn": sign_in(), "tests": run_tests()}), file=printed)
