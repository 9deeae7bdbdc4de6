/** The address of a route below an endpoint: `/filters`, or '' for the endpoint. It ends with a slash where the endpoint does. */
export function addressOf(endpoint: string, route: string): string {
  return endpoint.replace(/\/?$/, (slash) => route + slash)
}
