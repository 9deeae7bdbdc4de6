using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    ( name = "main", worker = (
      modules = [(name = "worker", esModule = embed "bundle.js")],
      compatibilityDate = "2026-10-01",
      compatibilityFlags = ["enable_request_signal"],
      bindings = [
        (name = "LLM_API_KEY", fromEnvironment = "LLM_API_KEY"),
        (name = "LLM_BASE_URL", fromEnvironment = "LLM_BASE_URL"),
        (name = "LLM_MODEL", fromEnvironment = "LLM_MODEL"),
      ],
    ) ),
    ( name = "internet", network = (allow = ["private", "public"]) ),
  ],
  sockets = [( name = "http", address = "127.0.0.1:0", http = (), service = "main" )],
);
