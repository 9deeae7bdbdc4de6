/**
 * Method and path segments -> a route of a table. Patterns are written as in
 * openapi.yaml; a parameter stands last and takes the rest of the path with its
 * slashes, since ids contain them and some proxies decode `%2F`.
 */
import type { HttpReply, HttpRequest } from './wire/message.ts'

/** A request that has found its route. */
export interface Call {
  readonly request: HttpRequest
  /** Value of the pattern's parameter, decoded; empty where it has none. */
  readonly param: string
  /** Query of the target, not decoded. */
  readonly query: string
}

export interface Route {
  readonly method: 'GET' | 'POST'
  /** `/api/ask/sections/{id}` */
  readonly pattern: string
  readonly answer: (call: Call) => Promise<HttpReply>
}

/** A route, or the methods of a path that exists for others, or null for no path of the table. */
export type Match =
  | { readonly type: 'route'; readonly route: Route; readonly param: string }
  | { readonly type: 'methods'; readonly allow: string }
  | null

/** Finds the route of a request; HEAD is found where GET is. */
export type Router = (method: string, segments: readonly string[]) => Match

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
    const path = paths.find((candidate) => fits(candidate, segments))
    if (path === undefined) return null
    const wanted = method === 'HEAD' ? 'GET' : method
    const found = path.routes.find((candidate) => candidate.method === wanted)
    if (found === undefined) return { type: 'methods', allow: path.allow }
    return { type: 'route', route: found, param: segments.slice(path.literals.length).join('/') }
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

function fits({ literals, hasParam }: Path, segments: readonly string[]): boolean {
  if (hasParam ? segments.length <= literals.length : segments.length !== literals.length) return false
  return literals.every((literal, at) => literal === segments[at])
}
