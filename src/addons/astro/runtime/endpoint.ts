/** The route of the service: every method of every path below the endpoint. */
import { site } from 'virtual:ask-service/site'
import { createRoute } from './route.ts'

export const prerender = false

export const ALL = createRoute(site)
