/**
 * The address of a route below an endpoint: `/filters`, or '' for the endpoint. It ends in a slash if the endpoint
 * does.
 */
export function addressOf(endpoint: string, route: string): string {
  return endpoint.replace(/\/?$/, (slash) => route + slash)
}
