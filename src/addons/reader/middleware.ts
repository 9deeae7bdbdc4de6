/**
 * Middleware for pages: requests outside of the service's paths go to each middleware in turn, and to the service if no
 * middleware replies.
 */
import {
  type Handler, type HttpReply, type HttpRequest, isAllowedHost, methodReply, parseTarget, SERVICE_PATHS, type Target,
} from '../../core/http.ts'

/** A request outside of the service's paths. */
export interface PageRequest {
  readonly request: HttpRequest
  readonly target: Target
  /** The path, decoded and encoded again, without slashes at its ends: the same for all spellings of a path. */
  readonly key: string
  readonly hasSlash: boolean
}

/** A function that replies to page requests as to GET or HEAD; null for a path that it doesn't have. */
export type Middleware = (request: PageRequest) => Promise<HttpReply | null>

const PAGE_METHODS = 'GET, HEAD, OPTIONS'

/** A handler that runs middleware before the service at a base path; `isAllowedHost` checks hosts for both. */
export function withMiddleware(
  service: Handler,
  middleware: readonly Middleware[],
  { endpoint, allowedHosts }: { readonly endpoint: string; readonly allowedHosts: readonly string[] },
): Handler {
  const isServicePath = servicePaths(endpoint)

  return async function handle(request) {
    const pageRequest = parsePageRequest(request)
    if (pageRequest === null) return service(request)
    const { target } = pageRequest
    // The service itself refuses other hosts.
    if (isServicePath(target.segments) || !isAllowedHost(request, allowedHosts)) return service(request, target)
    for (const run of middleware) {
      const reply = await run(pageRequest)
      if (reply !== null && isPageMethod(request)) return reply
      if (reply !== null && reply.status < 400) return methodReply(request.method, PAGE_METHODS)
    }
    return service(request, target)
  }
}

export function isPageMethod({ method }: HttpRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** A predicate for the decoded segments of a path: true if the path belongs to the service. */
export function servicePaths(endpoint: string): (segments: readonly string[]) => boolean {
  const root = parseTarget(endpoint).segments
  const isBelow = (segments: readonly string[]) => root.every((segment, at) => segment === segments[at])
  const isOwn = ([first, ...others]: readonly string[]) => others.length === 0 && SERVICE_PATHS.has(`/${first}`)
  return (segments) => isBelow(segments) || isOwn(segments)
}

export function acceptsHtml(request: HttpRequest): boolean {
  return request.header('accept')?.toLowerCase().includes('text/html') ?? false
}

/** A temporary redirect to another path, with the same query. */
export function redirect(path: string, { request, target }: PageRequest): HttpReply {
  const location = path + request.target.slice(target.path.length)
  return { status: 302, headers: { location, 'cache-control': 'no-store' }, body: null }
}

/** The key of a path (see `PageRequest`), null for an invalid path. */
export function pathKey(path: string): string | null {
  const target = targetOf(path)
  return target === null ? null : keyOf(target)
}

/** Key of the path of a root-relative address, null for any other address. `origin` is that of the site's own links. */
export function fileKey(address: string, origin: string | null): string | null {
  const local = origin !== null && address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
  return /^\/(?![/\\])/.test(local) ? pathKey(local.replace(/[?#][^]*$/, '')) : null
}

export function keyOf({ segments }: Pick<Target, 'segments'>): string {
  return segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/')
}

function targetOf(path: string): Target | null {
  try {
    return parseTarget(path)
  } catch {
    return null
  }
}

/** A page request, null for an invalid target: the service then reports the error. */
export function parsePageRequest(request: HttpRequest): PageRequest | null {
  const target = targetOf(request.target)
  return target && { request, target, key: keyOf(target), hasSlash: target.path.endsWith('/') }
}
