/**
 * Method and path segments -> a route of a table. Patterns are written as in openapi.yaml. A parameter is always the
 * last segment of a pattern. It matches the whole remaining path with its slashes, since ids contain slashes and some
 * proxies decode `%2F`.
 */
import type { HttpReply, HttpRequest } from './wire/message.ts'

/** A request with the parts of its target that a route needs. */
export interface RoutedRequest {
  readonly request: HttpRequest
  /** Value of the pattern's parameter, decoded; empty for a pattern without one. */
  readonly param: string
  /** Query of the target, not decoded. */
  readonly query: string
}

/** One entry of the table. */
export interface Route {
  readonly method: 'GET' | 'POST'
  /** `/api/ask/sections/{id}` */
  readonly pattern: string
  readonly handle: (routed: RoutedRequest) => HttpReply | Promise<HttpReply>
}

/** The route; or, for a path that exists only for other methods, its Allow header; or null for an unknown path. */
type Match =
  | { readonly type: 'route'; readonly route: Route; readonly param: string }
  | { readonly type: 'methods'; readonly allow: string }
  | null

/** Finds the route of a request. HEAD uses the route of GET. */
type Router = (method: string, segments: readonly string[]) => Match

interface Path {
  readonly literals: readonly string[]
  readonly hasParam: boolean
  readonly routes: readonly Route[]
  /** Value of the Allow header. */
  readonly allow: string
}

/** A router over a table of routes; no two patterns may match the same path. */
export function createRouter(table: readonly Route[]): Router {
  const patterns = [...new Set(table.map((route) => route.pattern))]
  const paths = patterns.map((pattern) => createPath(pattern, table.filter((route) => route.pattern === pattern)))

  return function route(method, segments) {
    const path = paths.find((candidate) => matches(candidate, segments))
    if (path === undefined) return null
    const routeMethod = method === 'HEAD' ? 'GET' : method
    const match = path.routes.find((candidate) => candidate.method === routeMethod)
    if (match === undefined) return { type: 'methods', allow: path.allow }
    return { type: 'route', route: match, param: segments.slice(path.literals.length).join('/') }
  }
}

function createPath(pattern: string, routes: readonly Route[]): Path {
  const segments = pattern.split('/').filter((segment) => segment !== '')
  const hasParam = segments.at(-1)?.startsWith('{') ?? false
  return {
    literals: hasParam ? segments.slice(0, -1) : segments,
    hasParam,
    routes,
    allow: [...routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', '),
  }
}

function matches({ literals, hasParam }: Path, segments: readonly string[]): boolean {
  if (hasParam ? segments.length <= literals.length : segments.length !== literals.length) return false
  return literals.every((literal, at) => literal === segments[at])
}
