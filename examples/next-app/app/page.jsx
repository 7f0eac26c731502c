// biome-ignore lint/style/noDefaultExport: what Next.js renders
export default function Page() {
  return <p>Open /inbox/p1 for the inbox of persona p1.</p>;
}
