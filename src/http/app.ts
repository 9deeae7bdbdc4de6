/**
 * The service as one handler of HTTP requests: route, guard, answer, and the
 * one place where a failure becomes an Error body.
 */
import { failureLine } from '../base/describe-error.ts'
import { AskError, statusOf } from '../base/errors.ts'
import type { Service } from '../service.ts'
import { clientOf } from './wire/client.ts'
import { withCors } from './wire/cors.ts'
import type { Handler, HttpReply, HttpRequest } from './wire/message.ts'
import { parseTarget } from './wire/path.ts'
import { createRateLimit } from './wire/rate.ts'
import { emptyReply, errorReply } from './wire/reply.ts'
import { createRouter } from './router.ts'
import { createRoutes, type RouteContext } from './routes.ts'
import type { HttpSettings } from './wire/settings.ts'

const MINUTE_MS = 60_000

/** The handler of all requests. A reply to HEAD holds the body of GET, which the adapters leave off. */
export function createHandler(service: Service, settings: HttpSettings, context: RouteContext): Handler {
  const { now, log } = context
  const route = createRouter(createRoutes(service, settings, context))
  const secondsToWait = createRateLimit({ requests: settings.postsPerMinute, perMs: MINUTE_MS }, now)

  async function answer(request: HttpRequest): Promise<HttpReply> {
    const { segments, query } = parseTarget(request.target)
    const match = route(request.method, segments)
    if (match === null) throw new AskError('not-found', 'Not found.')
    if (match.type === 'methods') return replyToMethod(request.method, match.allow)
    const refusal = match.route.method === 'POST' ? refuseTooMany(request) : null
    return refusal ?? match.route.answer({ request, param: match.param, query })
  }

  /** 429 for a client that asks too often. Clients whose address the host doesn't tell can't be told apart. */
  function refuseTooMany(request: HttpRequest): HttpReply | null {
    const client = clientOf(request, settings.trustedProxies)
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

  return async function handle(request) {
    const reply = await answer(request).catch((error: unknown) => replyToFailure(error, request))
    return withCors(reply, request, settings.corsOrigins)
  }
}

/** What a path answers to a method that none of its routes has. */
function replyToMethod(method: string, allow: string): HttpReply {
  if (method === 'OPTIONS') return emptyReply({ allow })
  return errorReply(statusOf('method-not-allowed'), `This path allows ${allow}.`, { allow })
}

/** The target without its query, which may hold what a reader typed. */
function pathOf({ target }: HttpRequest): string {
  return target.split('?', 1)[0] ?? ''
}
