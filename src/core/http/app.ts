/** The service as one handler of HTTP requests: it applies limits, routes, and turns failures into Error bodies. */
import { AskError, failureLine, statusOf } from '../base/errors.ts'
import type { Service } from '../service.ts'
import { createRouter } from './router.ts'
import { createRoutes, type RouteDeps } from './routes.ts'
import { limitedClient } from './wire/client.ts'
import { withHostCheck } from './wire/host.ts'
import type { Handler, HttpReply, HttpRequest, Target } from './wire/message.ts'
import { withCors } from './wire/origin.ts'
import { parseTarget } from './wire/path.ts'
import { createRateLimit } from './wire/rate.ts'
import { errorReply, methodReply } from './wire/reply.ts'
import type { HttpSettings } from './wire/settings.ts'

const MINUTE_MS = 60_000
/** Target of an OPTIONS request that is about the whole server (RFC 9110, 9.3.7). */
const SERVER = '*'
/** Methods of all paths together. */
const SERVER_METHODS = 'GET, HEAD, POST, OPTIONS'

/**
 * The handler of all requests, each of which gets the current version of the service. A reply to HEAD has the body of
 * GET, which the adapters drop.
 */
export function createHandler(current: () => Service, settings: HttpSettings, deps: RouteDeps): Handler {
  const { now, log } = deps
  const route = createRouter(createRoutes(current, settings, deps))
  const noteProxy = createProxyNote(settings.trustedProxies, log)
  const secondsToWait = createRateLimit({ requests: settings.postsPerMinute, perMs: MINUTE_MS }, now)

  /** 429 for a client over its limit, else null. */
  function replyToTooMany(request: HttpRequest): HttpReply | null {
    const client = limitedClient(request, settings.trustedProxies)
    const seconds = client === '' ? 0 : secondsToWait(client)
    if (seconds === 0) return null
    const message = `At most ${settings.postsPerMinute} requests a minute; try again in ${seconds} s.`
    return errorReply(statusOf('too-many-requests'), message, { 'retry-after': String(seconds) })
  }

  function replyToFailure(error: unknown, request: HttpRequest): HttpReply {
    if (error instanceof AskError) return errorReply(statusOf(error.code), error.message)
    if (!request.signal.aborted) log(failureLine(`${request.method} ${pathOf(request)} failed`, error))
    return errorReply(500, 'Internal error.')
  }

  /** The reply, with the pattern of its route if it has one. Never rejects. */
  async function replyTo(request: HttpRequest, target?: Target): Promise<HttpReply> {
    let pattern: string | null = null
    try {
      if (request.method === 'OPTIONS' && request.target === SERVER) return methodReply(request.method, SERVER_METHODS)
      const { segments, query } = target ?? parseTarget(request.target)
      const match = route(request.method, segments)
      if (match === null) throw new AskError('not-found', 'Not found.')
      if (match.type === 'methods') return methodReply(request.method, match.allow)
      const { method, handle } = match.route
      pattern = match.route.pattern
      const tooMany = method === 'POST' ? replyToTooMany(request) : null
      const routed = tooMany ?? handle({ request, param: match.param, query })
      // Copied field by field: an object spread would cost half as much as the rest of a short read.
      const { status, headers, body } = routed instanceof Promise ? await routed : routed
      return { status, headers, body, route: pattern }
    } catch (error) {
      const reply = replyToFailure(error, request)
      return pattern === null ? reply : { ...reply, route: pattern }
    }
  }

  async function replyWithCors(request: HttpRequest, target?: Target): Promise<HttpReply> {
    return withCors(await replyTo(request, target), request, settings.corsOrigins)
  }

  const reply = settings.corsOrigins.length === 0 ? replyTo : replyWithCors

  function handle(request: HttpRequest, target?: Target): Promise<HttpReply> {
    noteProxy(request)
    return reply(request, target)
  }

  return withHostCheck(handle, settings.allowedHosts)
}

/** The target without its query, which may be private. */
function pathOf({ target }: HttpRequest): string {
  return target.split('?', 1)[0] ?? ''
}

/** A function that logs, once, which option to set if requests come through a proxy that isn't trusted. */
function createProxyNote(trustedProxies: number, log: (line: string) => void): (request: HttpRequest) => void {
  let isDone = trustedProxies > 0
  return function note({ client, header }) {
    if (isDone || client === '') return
    const name = ['x-forwarded-for', 'forwarded'].find((candidate) => header(candidate) !== null)
    if (name === undefined) return
    isDone = true
    log(
      `A request came through a proxy (it has ${name}), and trustedProxies is 0: all readers behind it share the ` +
        'limits of one client. Set the number of your proxies: --trusted-proxies 1 (option trustedProxies)',
    )
  }
}
