/**
 * A site's modules -> the function that Astro calls with each request. The
 * service is made on the first one, and kept as long as the module is.
 */
import { type Ask, createAsk } from '../../ask.ts'
import type { AstroSite } from '../../content/site/astro-site.ts'
import { readModelOptions, readTraceOptions } from '../../environment.ts'
import { AskError } from '../../base/errors.ts'
import { parseGraph } from '../../graph/format.ts'
import { resolveModel } from '../../llm/settings.ts'
import { resolveTrace } from '../../trace/settings.ts'
import { type Collections, readCollections } from './entries.ts'
import type { ServiceOptions } from '../options.ts'
import { type EnvironmentSources, readEnvironment } from './environment.ts'

/** What the integration writes for the route. */
export interface SiteModule extends Collections, EnvironmentSources {
  readonly options: ServiceOptions
  readonly settings: AstroSite
  /** Text of the graph file, null where there is none. */
  readonly graph: string | null
}

/** What Astro hands over with a request, as far as it is used. */
export interface RouteContext {
  readonly request: Request
  /** What adapters and middleware leave; some of it throws when it is looked at. */
  readonly locals: object
  /** Throws where the host doesn't tell. */
  readonly clientAddress: string
}

type Route = (context: RouteContext) => Promise<Response>

/** Nothing is read before the first request. `log` takes lines for the site's owner. */
export function createRoute(site: SiteModule, log = (line: string) => console.warn(line)): Route {
  let ask: Ask | null = null

  return async function route(context) {
    ask ??= createService(site, context.locals, log)
    const waitUntil = waitUntilOf(context.locals)
    return ask.fetch(context.request, { client: clientAddressOf(context), ...(waitUntil !== null && { waitUntil }) })
  }
}

function createService(site: SiteModule, locals: object, log: (line: string) => void): Ask {
  const { options, settings, graph } = site
  const env = readEnvironment(site, locals)
  /** Search has to stand when a variable can't be used. */
  const usable = <T extends object>(read: () => T): Partial<T> => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof AskError)) throw error
      log(`ask-service: ${error.message}; it goes on without`)
      return {}
    }
  }
  const model = usable(() => {
    const read = readModelOptions(env)
    resolveModel(read)
    return read
  })
  const trace = usable(() => {
    const read = readTraceOptions(env)
    resolveTrace(read, () => undefined)
    return read
  })
  return createAsk({
    ...options,
    ...model,
    ...trace,
    content: () => readCollections(settings, site),
    graph: async () => (graph === null ? null : parseGraph(graph)),
    log: (line) => log(`ask-service: ${line}`),
  })
}

/** Address of the client, empty where the host doesn't tell. */
function clientAddressOf(context: RouteContext): string {
  try {
    return context.clientAddress
  } catch {
    return ''
  }
}

type WaitUntil = (work: Promise<unknown>) => void

/** What keeps an edge host from ending too early: Cloudflare's, in its present and former places, or Netlify's. */
function waitUntilOf(locals: object): WaitUntil | null {
  for (const path of [['cfContext'], ['runtime', 'ctx'], ['netlify', 'context']]) {
    const holder = lookUp(locals, path)
    const found: unknown = Object(holder).waitUntil
    if (typeof found === 'function') return (work) => void found.call(holder, work)
  }
  return null
}

function lookUp(from: unknown, path: readonly string[]): unknown {
  try {
    return path.reduce<unknown>((holder, name) => Object(holder)[name], from)
  } catch {
    return undefined
  }
}
