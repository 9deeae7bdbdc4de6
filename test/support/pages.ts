/** Pages in front of a service that has no path. */
import { type Middleware, withMiddleware } from '../../src/addons/reader/middleware.ts'
import { neutral, textOf } from './http.ts'

export function handlerOf(...middleware: readonly Middleware[]) {
  const service = async () => ({ status: 404, headers: {}, body: 'service' })
  return withMiddleware(service, middleware, { endpoint: '/api/ask', allowedHosts: [] })
}

/** A function that asks for a path as a client with these headers does. */
export function clientOf(...middleware: readonly Middleware[]) {
  const handle = handlerOf(...middleware)
  return async function get(target: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
    const { body, ...reply } = await handle(neutral({ method, target, headers }))
    return { ...reply, text: await textOf(body) }
  }
}
