/** `/openapi.yaml` of an Astro site: a file of its build. */
import { openapi } from 'virtual:ask-service/openapi'

/** Written while the site is built. */
export const prerender = true

/** The contract, with the base path where it is configured. */
export function GET(): Response {
  return new Response(openapi, { headers: { 'content-type': 'application/yaml; charset=utf-8' } })
}
