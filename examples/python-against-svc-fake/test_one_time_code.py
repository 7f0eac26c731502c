import unittest
import urllib.error

from one_time_code import find_code
from svc_fake import SvcFake


class FindCode(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.fake = cls.enterClassContext(SvcFake("--rate-limit", "3/60"))

    def setUp(self):
        self.fake.reset()

    def test_the_code_of_an_unread_mail_is_found(self):
        self.add_mail("Code 1234")
        self.assertEqual(find_code(self.fake.url, "any-key", "p1"), "1234")
        (call,) = self.fake.calls()
        self.assertEqual(call["operation"], "persona_emails_list")
        self.assertEqual(call["headers"]["authorization"], "Bearer [redacted]")

    def test_an_old_mail_is_passed_over(self):
        self.add_mail("Code 1234")
        self.fake.advance(minutes=6)
        self.assertIsNone(find_code(self.fake.url, "any-key", "p1"))

    def test_an_outage_is_raised(self):
        self.fake.fail(status=503)
        with self.assertRaises(urllib.error.HTTPError) as raised:
            find_code(self.fake.url, "any-key", "p1")
        self.assertEqual(raised.exception.code, 503)
        raised.exception.close()

    def test_beyond_the_rate_limit_the_next_window_has_to_be_waited_for(self):
        self.add_mail("Code 1234")
        for _ in range(3):
            find_code(self.fake.url, "any-key", "p1")
        with self.assertRaises(urllib.error.HTTPError) as raised:
            find_code(self.fake.url, "any-key", "p1")
        self.assertEqual(raised.exception.code, 429)
        raised.exception.close()
        self.fake.advance(seconds=60)
        self.assertEqual(find_code(self.fake.url, "any-key", "p1"), "1234")

    def add_mail(self, subject):
        mail = {"subject": subject, "created_at": self.fake.advance(seconds=0), "unread": True}
        self.fake.load({"personas": {"p1": {"emails": [mail]}}})


if __name__ == "__main__":
    unittest.main()
