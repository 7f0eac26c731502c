/** Each puts something into the fake that the blocks of the pages are run against. */
export const EXAMPLE_DATA = [
  ({ fake, build, now }) =>
    fake.personas("p1").emails.add(build.email({ subject: "Code 1234", created_at: now }), { unread: true }),
  ({ fake, build }) => fake.sessions("s1").cookies.set([build.cookie({ name: "sid" })]),
  ({ fake }) => fake.sessions("s1").network.logs.add([{ body: '{"n":1}\n' }, { body: '{"n":2}\n' }]),
  ({ fake }) => fake.sessions("s1").replay.set({ video: "a video", video_duration_ms: 1500 }),
];
