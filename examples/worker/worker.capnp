using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker", esModule = embed "dist/worker.js")],
      compatibilityDate = "2025-01-01",
      bindings = [
        (name = "SVC_BASE_URL", fromEnvironment = "SVC_BASE_URL"),
        (name = "SVC_API_KEY", fromEnvironment = "SVC_API_KEY"),
      ],
      globalOutbound = "network",
    )),
    (name = "network", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "main")],
);
