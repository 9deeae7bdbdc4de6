/** The route that Astro mounts: every method of every path below the endpoint. */
import { site } from 'virtual:ask-service/site'
import { createRoute } from './route.ts'

/** Answered on demand. */
export const prerender = false

/** Answers a request. */
export const ALL = createRoute(site)
