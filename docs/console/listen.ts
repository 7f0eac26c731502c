import type { HttpBackend } from "../../packages/testing/src/adapters/http.ts";
import { runEndpoint } from "../../packages/testing/src/console/endpoints.ts";
import type { Told } from "./connect.ts";

type Control = ReturnType<HttpBackend["control"]>;

let control: Control | undefined;

/** In place of the server: `fake.listen()` in a worker lets its page control the fake. */
export async function listen(backend: HttpBackend): Promise<object> {
  control = backend.control();
  const tell = (): void => postMessage({ changed: true } satisfies Told);
  control.internals.watch(tell);
  tell();
  return {};
}

/** Answers what the server answers below `/__fake/`, as JSON text. @throws TypeError for what the fake refuses */
export async function answer(path: string, body: object | undefined): Promise<string> {
  if (control === undefined) throw new TypeError("The fake is not there yet.");
  const [name = "", query] = path.split("?");
  return runEndpoint(control, name, body ?? new URLSearchParams(query));
}
