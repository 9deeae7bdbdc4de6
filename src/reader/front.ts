/**
 * Pages in front of a service: requests for what the service doesn't own are
 * shown to each front in turn, and reach the service when none of them answers.
 */
import type { Handler, HttpReply, HttpRequest, Target } from '../http/wire/message.ts'
import { parseTarget } from '../http/wire/path.ts'

/** A request for a page. */
export interface Visit {
  readonly request: HttpRequest
  readonly target: Target
  /** The path decoded and encoded anew, without slashes at its ends: equal for all spellings of one path. */
  readonly key: string
  readonly hasSlash: boolean
  /** As it came, with its `?`; empty for none. */
  readonly query: string
}

/** Answers a visit, or null for what it doesn't have. */
export type Front = (visit: Visit) => Promise<HttpReply | null>

/** Paths of the service beside its route tree. */
const OWN_PATHS = ['healthz', 'openapi.yaml']

/** A handler of pages and service. GET and HEAD outside of the route tree are for the fronts. */
export function createFrontedHandler(service: Handler, fronts: readonly Front[], endpoint: string): Handler {
  const tree = pathKey(endpoint)
  const isOwn = (key: string) => OWN_PATHS.includes(key) || key === tree || key.startsWith(`${tree}/`)

  return async function handle(request) {
    const visit = request.method === 'GET' || request.method === 'HEAD' ? visitOf(request) : null
    if (visit === null) return service(request)
    if (isOwn(visit.key)) return service(request, visit.target)
    for (const front of fronts) {
      const reply = await front(visit)
      if (reply !== null) return reply
    }
    return service(request, visit.target)
  }
}

/** Whether the client shows HTML to a person. */
export function wantsHtml(request: HttpRequest): boolean {
  return request.header('accept')?.toLowerCase().includes('text/html') ?? false
}

/** Sends a visitor to the address of the same thing, whose path is known. */
export function redirect(path: string, { query }: Visit): HttpReply {
  return { status: 302, headers: { location: path + query, 'cache-control': 'no-store' }, body: null }
}

/** The key of a path as a page's address has it; null for one that no request can name. */
export function pathKey(path: string): string | null {
  const target = targetOf(path)
  return target === null ? null : keyOf(target)
}

function keyOf({ segments }: Target): string {
  return segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/')
}

/** Null for a target that can't be understood. */
function targetOf(path: string): Target | null {
  try {
    return parseTarget(path)
  } catch {
    return null
  }
}

/** Null for a target that can't be understood: the service says what is wrong with it. */
function visitOf(request: HttpRequest): Visit | null {
  const target = targetOf(request.target)
  if (target === null) return null
  const { path } = target
  return { request, target, key: keyOf(target), hasSlash: path.endsWith('/'), query: request.target.slice(path.length) }
}
