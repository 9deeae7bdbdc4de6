/** The paths of the service outside of its endpoint, each with its use: no endpoint and no page can be there. */
export const SERVICE_PATHS: ReadonlyMap<string, string> = new Map([
  ['/healthz', 'health check'],
  ['/readyz', 'readiness check'],
  ['/openapi.yaml', 'description of the API'],
])
