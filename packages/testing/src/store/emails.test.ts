import { expect, test } from "vitest";
import { createEmailBox } from "./emails.ts";

const NOW = Date.parse("2025-06-01T12:00:00Z");
const email = (subject: string, secondsAgo: number) =>
  ({ subject, created_at: new Date(NOW - secondsAgo * 1000).toISOString() }) as never;

function box() {
  const emails = createEmailBox();
  emails.add([email("middle", 60), email("oldest", 3600)], { unread: false });
  emails.add(email("newest", 0));
  return emails;
}

const subjects = (list: readonly unknown[]) => list.map((one) => (one as { subject: string }).subject);

test.each([
  ["newest-first", ["newest", "middle", "oldest"]],
  ["oldest-first", ["oldest", "middle", "newest"]],
  ["as-added", ["middle", "oldest", "newest"]],
] as const)("%s", (order, expected) => {
  expect(subjects(box().list({}, NOW, order))).toEqual(expected);
});

test("emails of the same time stay in the order in which they were added", () => {
  const emails = createEmailBox();
  emails.add([email("a", 5), email("b", 5), email("c", 0), email("d", 5)]);
  expect(subjects(emails.list({}, NOW, "newest-first"))).toEqual(["c", "a", "b", "d"]);
  expect(subjects(emails.list({}, NOW, "oldest-first"))).toEqual(["a", "b", "d", "c"]);
});

test("an email that is as old as the timedelta is listed", () => {
  const list = (seconds: number) =>
    subjects(box().list({ timedelta: { days: 0, seconds, microseconds: 0 } }, NOW, "newest-first"));
  expect([list(60), list(59)]).toEqual([["newest", "middle"], ["newest"]]);
});

test("the limit cuts after the order; ten where none is given", () => {
  expect(subjects(box().list({ limit: 1 }, NOW, "oldest-first"))).toEqual(["oldest"]);
  const many = createEmailBox();
  for (let index = 0; index < 12; index++) many.add(email(String(index), index));
  expect(many.list({}, NOW, "as-added")).toHaveLength(10);
  expect(many.list({ limit: 100 }, NOW, "as-added")).toHaveLength(12);
});

test("unread is what was added so, and the default", () => {
  expect(subjects(box().list({ only_unread: true }, NOW, "newest-first"))).toEqual(["newest"]);
});

test("what is handed out is a copy, and so is what is kept", () => {
  const given = { subject: "a", created_at: new Date(NOW).toISOString() };
  const emails = createEmailBox();
  emails.add(given as never);
  given.subject = "changed";
  (emails.all()[0] as unknown as { subject: string }).subject = "changed";
  (emails.list({}, NOW, "as-added")[0] as unknown as { subject: string }).subject = "changed";
  expect(subjects(emails.all())).toEqual(["a"]);
  emails.clear();
  expect(emails.all()).toEqual([]);
});
