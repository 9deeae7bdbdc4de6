/**
 * The composition root: options in, a service with its HTTP handlers out.
 */
import type { Answerer, AnswerReport } from './answer/answerer.ts'
import type { LoopBounds } from './answer/tools/bounds.ts'
import { createLibrary } from './answer/tools/library.ts'
import { createAnswerer } from './answer/loop.ts'
import { TOOLS } from './answer/tools/tools.ts'
import type { Chunk } from './content/chunk.ts'
import { AskError } from './base/errors.ts'
import type { Graph } from './graph/graph.ts'
import { toHex } from './base/bytes.ts'
import { createHandler } from './http/app.ts'
import { createFetch, type FetchContext } from './http/wire/fetch.ts'
import type { Handler } from './http/wire/message.ts'
import { createModel } from './llm/client/client.ts'
import { requestSecrets } from './llm/client/headers.ts'
import { type ModelOptions, type ModelSettings, resolveModel } from './llm/settings.ts'
import { decodePrebuilt } from './prebuilt/decode.ts'
import { createRedactor } from './base/redact.ts'
import { createService, EMPTY_GRAPH, once, type Service, type ServiceSources } from './service.ts'
import { type HttpOptions, resolveBounds, resolveHttp } from './settings.ts'
import { createTracer } from './trace/posthog.ts'
import { resolveTrace, type TraceOptions } from './trace/settings.ts'
import { VERSION } from './base/version.ts'

/** What goes with any content. */
interface MountOptions extends HttpOptions, ModelOptions, TraceOptions {
  /** Name of the site, for the model that answers. Default: none. */
  readonly siteTitle?: string | undefined
  /** What one answer may take. Default: the bounds of `docs/answers.md`. */
  readonly bounds?: Partial<LoopBounds>
  /** How models and collectors of traces are reached. Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch
  /** Takes lines for the site's owner, without secrets. Default `console.warn`. */
  readonly log?: (line: string) => void
}

/** A service over content that is read and indexed where it runs. */
export interface AskOptions extends MountOptions {
  /** Every section of the site; called on first use, and again after a failure. */
  readonly content: () => Promise<readonly Chunk[]>
  /** The committed graph, null where the site has none. Default: none. */
  readonly graph?: () => Promise<Graph | null>
  /** Makes the graph that is read where the site has none, on the first read. Default: an empty one. */
  readonly makeGraph?: () => Promise<Graph>
}

/** A service over content that was read and indexed before it was deployed. */
export interface PrebuiltOptions extends MountOptions {
  /** The JSON that `ask index build` wrote, with content, index and graph; called on first use, and again after a failure. */
  readonly prebuilt: () => Promise<unknown>
}

/** A mounted service. */
export interface Ask {
  /** The reads and the search, without HTTP. */
  readonly service: Service
  /** Answers questions without HTTP and its budgets; null without a model key. */
  readonly answer: Answerer | null
  /** Takes the report of an answer that `answer` gave, to where HTTP's own go; never rejects. */
  readonly deliver: (report: AnswerReport) => Promise<void>
  /** Answers the neutral requests of `ask-service/node`'s listener. */
  readonly handle: Handler
  /** Answers web requests: workers, Deno, Bun, Astro, Hono, Next. Readers are told apart where the host gives their address. */
  readonly fetch: (request: Request, context?: FetchContext) => Promise<Response>
  /** Waits, at most two seconds, for traces under way: to be called before a process ends. */
  readonly flush: () => Promise<void>
}

/** Throws `AskError('usage')` when an option is out of its range, or two are of one thing; loads nothing yet. */
export function createAsk(options: AskOptions | PrebuiltOptions): Ask {
  const { fetch = globalThis.fetch, log: print = (line: string) => console.warn(line) } = options
  const settings = resolveModel(options)
  const redact = createRedactor([options.analyticsKey ?? '', ...(settings === null ? [] : requestSecrets(settings))])
  const log = (line: string) => print(redact(line))
  const model = settings?.model ?? options.model?.trim() ?? ''
  const service = createService({ ...sourcesOf(options), model, canAnswer: settings !== null, log })
  const answer = settings === null ? null : answererOf(service, settings, { ...options, fetch, log })
  const tools = TOOLS.map(({ name }) => name)
  const tracer = createTracer(resolveTrace(options, log), { fetch, now: Date.now, random: randomBytes, log, redact, version: VERSION, tools })
  const answering = answer === null ? null : { answer, contentKey: service.contentHash, deliver: tracer.record }
  const handle = createHandler(service, resolveHttp(options), { now: Date.now, log, answering })
  return { service, answer, deliver: tracer.record, handle, fetch: createFetch(handle), flush: tracer.flush }
}

/** What an option of the other kind is, undefined like one that isn't there. */
type EitherOptions = Partial<Omit<AskOptions, keyof MountOptions> & Omit<PrebuiltOptions, keyof MountOptions>>

function sourcesOf(options: EitherOptions): Pick<ServiceSources, 'content' | 'graph' | 'makeGraph'> {
  const noGraph = async () => EMPTY_GRAPH
  const { content, graph, makeGraph, prebuilt } = options
  if (prebuilt === undefined) {
    if (typeof content !== 'function') throw new AskError('usage', 'createAsk needs content or prebuilt, a function that loads it')
    return { content, graph: graph ?? (async () => null), makeGraph: makeGraph ?? noGraph }
  }
  const other = Object.entries({ content, graph, makeGraph }).find(([, given]) => given !== undefined)
  if (other !== undefined) throw new AskError('usage', `prebuilt holds content and graph: leave out ${other[0]}`)
  const read = once(async () => decodePrebuilt(await prebuilt()))
  return { content: read, graph: async () => (await read()).graph, makeGraph: noGraph }
}

type AnswererOptions = Pick<MountOptions, 'siteTitle' | 'bounds'> & Required<Pick<MountOptions, 'fetch' | 'log'>>

function answererOf(service: Service, settings: ModelSettings, { siteTitle, bounds = {}, fetch, log }: AnswererOptions): Answerer {
  return createAnswerer({
    model: createModel(settings, { fetch, now: Date.now, random: Math.random, log }),
    library: createLibrary(service),
    bounds: resolveBounds(bounds, settings),
    site: { title: siteTitle?.trim() || null },
    now: Date.now,
    random: () => toHex(randomBytes(8)),
    log,
  })
}

function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length))
}
