export const metadata = { title: "Inbox" };

// biome-ignore lint/style/noDefaultExport: what Next.js renders
export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
