/** The route `/openapi.yaml` of an Astro site, a file of its build. */
import { openapi } from 'virtual:ask-service/openapi'

export const prerender = true

/** The API description with the site's endpoint. */
export function GET(): Response {
  return new Response(openapi, { headers: { 'content-type': 'application/yaml; charset=utf-8' } })
}
