/** The route of the service: every method of every path below the endpoint. */
import { site } from 'virtual:ask-service/site'
import { createRoute } from './route.ts'

/** The route is rendered on demand. */
export const prerender = false

/** The handler of all methods. */
export const ALL = createRoute(site)
