import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProcess, untilAnswers } from "../../checks/start-process.ts";
import { freePort } from "../../scripts/toolkit/free-port.ts";

/** A server behind a rate limiter. */
export interface Limited {
  readonly url: string;
  /** Answers that were refusals: 429 and 503. */
  refused(): number;
  close(): Promise<unknown>;
}

const FOLDER = join(import.meta.dirname, "node_modules/.nginx");

/** nginx on the path, or Debian's package unpacked beside the other servers; nothing is installed. @throws where neither works */
function findNginx(): string {
  for (const program of ["/usr/sbin/nginx", join(FOLDER, "usr/sbin/nginx")]) if (existsSync(program)) return program;
  mkdirSync(FOLDER, { recursive: true });
  execFileSync("apt-get", ["download", "nginx"], { cwd: FOLDER, stdio: "ignore" });
  const archive = readdirSync(FOLDER).find((name) => name.endsWith(".deb")) as string;
  execFileSync("dpkg", ["-x", archive, "."], { cwd: FOLDER });
  return join(FOLDER, "usr/sbin/nginx");
}

/** nginx with `limit_req` at 20 requests per second, for all clients together. */
export async function startNginx(limit: string, more = ""): Promise<Limited> {
  const program = findNginx();
  const folder = mkdtempSync(join(tmpdir(), "svc-nginx-"));
  const port = await freePort();
  mkdirSync(join(folder, "html"));
  writeFileSync(join(folder, "html/x"), '{"items":[]}');
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; worker_processes 1; ${process.getuid?.() === 0 ? "user root;" : ""} pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 2048; }
http {
  ${temporary.join(" ")}
  access_log ${folder}/access.log; default_type application/json; keepalive_requests 100000;
  limit_req_zone $server_name zone=all:1m rate=20r/s;
  server { listen 127.0.0.1:${port}; server_name limited; root ${folder}/html; location / { limit_req zone=all ${limit}; ${more} } }
}
`,
  );
  const command = [program, "-p", folder, "-c", "nginx.conf", "-e", `${folder}/error.log`];
  const { stop } = await startProcess(command, folder, /(?:)/);
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(`${url}/none`);
  // The look at it takes one of its turns.
  await new Promise((resolve) => setTimeout(resolve, 100));
  return {
    url,
    refused: () => readFileSync(join(folder, "access.log"), "utf8").match(/" 503 /g)?.length ?? 0,
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
