/**
 * Pages in front of a service: requests for what the service doesn't own are
 * shown to each front in turn, and reach the service when none of them answers.
 */
import type { Handler, HttpReply, HttpRequest } from '../http/wire/message.ts'
import { parseTarget } from '../http/wire/path.ts'

/** A request for a page. */
export interface PageRequest {
  readonly request: HttpRequest
  /** The path decoded and encoded anew, without slashes at its ends: equal for all spellings of one path. */
  readonly key: string
  readonly hasSlash: boolean
  /** As it came, with its `?`; empty for none. */
  readonly query: string
}

/** Answers a visit, or null for what it doesn't have. */
export type Middleware = (visit: PageRequest) => Promise<HttpReply | null>

/** Paths of the service beside its route tree. */
const SERVICE_PATHS = ['healthz', 'openapi.yaml']

/** A handler of pages and service. GET and HEAD outside of the route tree are for the fronts. */
export function withMiddleware(service: Handler, fronts: readonly Middleware[], endpoint: string): Handler {
  const tree = pathKey(endpoint)
  const isOwn = (key: string) => SERVICE_PATHS.includes(key) || key === tree || key.startsWith(`${tree}/`)

  return async function handle(request) {
    const visit = request.method === 'GET' || request.method === 'HEAD' ? parsePageRequest(request) : null
    if (visit === null || isOwn(visit.key)) return service(request)
    for (const front of fronts) {
      const reply = await front(visit)
      if (reply !== null) return reply
    }
    return service(request)
  }
}

/** Whether the client shows HTML to a person. */
export function wantsHtml(request: HttpRequest): boolean {
  return request.header('accept')?.toLowerCase().includes('text/html') ?? false
}

/** Sends a visitor to the address of the same thing, whose path is known. */
export function redirect(path: string, { query }: PageRequest): HttpReply {
  return { status: 302, headers: { location: path + query, 'cache-control': 'no-store' }, body: null }
}

/** The key of a path as a page's address has it; null for one that no request can name. */
export function pathKey(path: string): string | null {
  try {
    return parseTarget(path).segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/')
  } catch {
    return null
  }
}

/** Null for a target that can't be understood: the service says what is wrong with it. */
function parsePageRequest(request: HttpRequest): PageRequest | null {
  const { target } = request
  const key = pathKey(target)
  if (key === null) return null
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  return { request, key, hasSlash: path.endsWith('/'), query: target.slice(path.length) }
}
