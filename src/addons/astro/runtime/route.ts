/**
 * A site's module -> the function that Astro calls for each request. The service is created on the first request, with
 * the variables of the adapter, else of the process, else of `import.meta.env`: the order of the contract.
 */
import { type Ask, createAsk } from '../../../core/ask.ts'
import { AskError } from '../../../core/base.ts'
import type { AstroSite } from '../config/astro-site.ts'
import {
  type Environment, layerEnvironments, readAccessOptions, readModelOptions, readTraceOptions, VARIABLES,
} from '../../../core/environment.ts'
import { parseGraph } from '../../../core/graph.ts'
import { replaceLimits } from '../../../core/settings.ts'
import type { ServiceOptions } from '../options.ts'
import { type Collections, readCollections } from './entries.ts'

export interface SiteModule extends Collections, EnvironmentSources {
  readonly options: ServiceOptions
  readonly settings: AstroSite
  /** Text of the graph file, null for none. */
  readonly graph: string | null
}

/** The used part of Astro's context of a request. */
export interface RouteContext {
  readonly request: Request
  /** Values from adapters and middleware; some getters throw. */
  readonly locals: object
  /** Address of the client; throws on hosts without it. */
  readonly clientAddress: string
}

/** A route that reads nothing before the first request. `log` takes lines for the site's owner. */
export function createRoute(site: SiteModule, log = (line: string) => console.warn(line)) {
  let ask: Ask | null = null

  return async function route(context: RouteContext): Promise<Response> {
    ask ??= createService(site, context.locals, log)
    const waitUntil = waitUntilOf(context.locals)
    const client = attempt(() => context.clientAddress) ?? ''
    return ask.fetch(context.request, { client, ...(waitUntil !== null && { waitUntil }) })
  }
}

function createService(site: SiteModule, locals: object, log: (line: string) => void): Ask {
  const { options, settings, graph } = site
  const env = readEnvironment(site, locals)
  /** Invalid variables are ignored, so that search works without them. */
  const ignoreInvalid = <T extends object>(read: () => T): Partial<T> => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof AskError)) throw error
      log(`ask-service: ${error.message}; the service runs without it`)
      return {}
    }
  }
  const access = readAccessOptions(env)
  return createAsk({
    ...options,
    // Invalid lists and limits are not ignored: they protect the service.
    ...access,
    limits: replaceLimits(options.limits, access.limits),
    model: ignoreInvalid(() => readModelOptions(env)),
    trace: ignoreInvalid(() => readTraceOptions(env)),
    content: () => readCollections(settings, site),
    graph: async () => (graph === null ? null : parseGraph(graph)),
    log: (line) => log(`ask-service: ${line}`),
  })
}

/** The host's `waitUntil`: Cloudflare's at its present or former place, or Netlify's; null for none. */
function waitUntilOf(locals: object): ((work: Promise<unknown>) => void) | null {
  for (const path of [['cfContext'], ['runtime', 'ctx'], ['netlify', 'context']]) {
    const holder = lookUp(locals, path)
    const waitUntil: unknown = Object(holder).waitUntil
    if (typeof waitUntil === 'function') return (work) => void waitUntil.call(holder, work)
  }
  return null
}

function lookUp(from: unknown, path: readonly string[]): unknown {
  return attempt(() => path.reduce<unknown>((holder, name) => Object(holder)[name], from))
}

/** A value that a host may not give: undefined if it throws. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Sources that only code in the site's bundle can read. */
export interface EnvironmentSources {
  /** Bindings from `cloudflare:workers`; empty on other hosts. */
  readonly bindings: object
  /** Function from `astro:env/server`. */
  readonly getSecret: (name: string) => unknown
  /** `import.meta.env` in development; empty in a build. */
  readonly importMetaEnv: Readonly<Record<string, unknown>>
}

/** Reads all variables, each from the first source that has it. `locals` are those of the request. */
export function readEnvironment(sources: EnvironmentSources, locals: object): Environment {
  const { bindings, getSecret, importMetaEnv } = sources
  const readers: readonly ((name: string) => unknown)[] = [
    // Cloudflare's adapter throws here since version 13.
    (name) => lookUp(locals, ['runtime', 'env', name]),
    (name) => Reflect.get(bindings, name),
    (name) => lookUp(globalThis, ['process', 'env', name]),
    getSecret,
    (name) => importMetaEnv[name],
  ]
  return layerEnvironments(readers.map((read) => {
    return Object.fromEntries(VARIABLES.map((name) => {
      const value = attempt(() => read(name))
      return [name, typeof value === 'string' ? value : undefined]
    }))
  }))
}
