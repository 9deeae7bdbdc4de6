/** Path -> purpose of the service's paths outside its endpoint. No endpoint and no page can have such a path. */
export const SERVICE_PATHS: ReadonlyMap<string, string> = new Map([
  ['/healthz', 'health check'],
  ['/readyz', 'readiness check'],
  ['/openapi.yaml', 'description of the API'],
])
