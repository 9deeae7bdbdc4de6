/**
 * The composition root: options in, a service with its HTTP handlers out.
 */
import type { Answerer, AnswerReport } from './answer/answerer.ts'
import { createLibrary } from './answer/tools/library.ts'
import { createAnswerer } from './answer/loop.ts'
import { TOOLS } from './answer/tools/tools.ts'
import type { Chunk } from './content/chunk.ts'
import { refuseUnknown, wrongType } from './base/option.ts'
import type { Graph } from './graph/graph.ts'
import { toHex } from './base/hex.ts'
import { createHandler } from './http/app.ts'
import { createFetch, type FetchContext } from './http/wire/fetch.ts'
import type { Handler } from './http/wire/message.ts'
import { createModel } from './llm/client/client.ts'
import { requestSecrets } from './llm/client/headers.ts'
import { type ModelOptions, type ModelSettings, resolveModel } from './llm/settings.ts'
import { decodePrebuilt } from './prebuilt/decode.ts'
import { createRedactor } from './base/redact.ts'
import { createService, EMPTY_GRAPH, once, type Service, type ServiceSources } from './service.ts'
import { HTTP_NAMES, type HttpOptions, resolveBounds, resolveHttp } from './settings.ts'
import { createTracer } from './trace/posthog.ts'
import { resolveTrace, type TraceOptions } from './trace/settings.ts'
import { VERSION } from './base/version.ts'

/** The options that go with any content. */
export interface MountOptions extends HttpOptions {
  /** The model that answers. Default: there are no answers, only keyword results. */
  readonly model?: ModelOptions
  /** Where traces of answers go. Default: there are none. */
  readonly trace?: TraceOptions
  /** Name of the site, for the model that answers. Default: none. */
  readonly siteTitle?: string | undefined
  /** Reaches models and collectors of traces. Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch
  /** Takes lines for the site's owner, without secrets. Default `console.warn`. */
  readonly log?: (line: string) => void
}

/** A service over content that is read and indexed where it runs. */
export interface AskOptions extends MountOptions {
  /** Loads every section of the site; called on first use, and again after a failure. */
  readonly content: () => Promise<readonly Chunk[]>
  /** Loads the committed graph, null where the site has none. Default: there is none. */
  readonly graph?: () => Promise<Graph | null>
  /** Makes the graph where the site has none, on the first read. Default: an empty one. */
  readonly makeGraph?: () => Promise<Graph>
  readonly prebuilt?: undefined
}

/** A service over content that was read and indexed before it was deployed. */
export interface PrebuiltOptions extends MountOptions {
  /** Loads the JSON that `ask index build` wrote, with content, index and graph; called on first use, and again after a failure. */
  readonly prebuilt: () => Promise<unknown>
  readonly content?: undefined
  readonly graph?: undefined
  readonly makeGraph?: undefined
}

/** A mounted service. */
export interface Ask {
  /** The reads and the search, without HTTP. */
  readonly service: Service
  /** Answers a question without HTTP and its limits, and delivers the answer's trace; null without a model key. */
  readonly answer: Answerer | null
  /** Answers the neutral requests of `ask-service/node`'s listener. */
  readonly handle: Handler
  /** Answers web requests: workers, Deno, Bun, Astro, Hono, Next. Limits are per client where the host gives its address. */
  readonly fetch: (request: Request, context?: FetchContext) => Promise<Response>
  /** Waits, at most two seconds, for traces under way: to be called before a process ends. */
  readonly flush: () => Promise<void>
}

const NAMES = {
  ...HTTP_NAMES, content: true, graph: true, makeGraph: true, prebuilt: true, model: true, trace: true, siteTitle: true, fetch: true, log: true,
} as const satisfies Record<keyof AskOptions | keyof PrebuiltOptions, true>

/** A service that loads nothing yet. Throws an `OptionError` for an option that is wrong, unknown, or one too many. */
export function createAsk(options: AskOptions | PrebuiltOptions): Ask {
  refuseUnknown('createAsk()', options, NAMES)
  const { fetch = globalThis.fetch, log: print = (line: string) => console.warn(line), model = {}, trace = {} } = options
  const settings = resolveModel(model)
  const redact = createRedactor([trace.key ?? '', ...(settings === null ? [] : requestSecrets(settings))])
  const log = (line: string) => print(redact(line))
  const service = createService({
    ...sourcesOf(options),
    model: settings?.model ?? model.name?.trim() ?? '',
    canAnswer: settings !== null,
    log,
  })
  const answer = settings === null ? null : createAnswererOf(service, settings, { ...options, fetch, log })
  const tools = TOOLS.map(({ name }) => name)
  const tracer = createTracer(resolveTrace(trace, log), { fetch, now: Date.now, random: randomBytes, log, redact, version: VERSION, tools })
  const answering = answer === null ? null : { answer, contentKey: service.contentHash, deliver: tracer.record }
  const handle = createHandler(service, resolveHttp(options), { now: Date.now, log, answering })
  return {
    service,
    answer: answer === null ? null : withTraces(answer, tracer.record),
    handle,
    fetch: createFetch(handle),
    flush: tracer.flush,
  }
}

/** The answerer that delivers the report of each answer, and then hands it to the caller. */
function withTraces(answer: Answerer, record: (report: AnswerReport) => Promise<void>): Answerer {
  return function answerWithTrace(question, { onReport, ...options } = {}) {
    return answer(question, {
      ...options,
      onReport: (report) => {
        void record(report)
        onReport?.(report)
      },
    })
  }
}

function sourcesOf({ content, graph, makeGraph, prebuilt }: AskOptions | PrebuiltOptions): Pick<ServiceSources, 'content' | 'graph' | 'makeGraph'> {
  const noGraph = async () => EMPTY_GRAPH
  if (prebuilt === undefined) {
    if (typeof content !== 'function') throw wrongType('createAsk()', 'needs content or prebuilt, a function that loads it')
    return { content, graph: graph ?? (async () => null), makeGraph: makeGraph ?? noGraph }
  }
  const other = Object.entries({ content, graph, makeGraph }).find(([, given]) => given !== undefined)
  if (other !== undefined) throw wrongType('prebuilt', `holds content and graph: leave out ${other[0]}`)
  const read = once(async () => decodePrebuilt(await prebuilt()))
  return { content: read, graph: async () => (await read()).graph, makeGraph: noGraph }
}

type AnswererOptions = Pick<MountOptions, 'siteTitle' | 'limits'> & Required<Pick<MountOptions, 'fetch' | 'log'>>

function createAnswererOf(service: Service, settings: ModelSettings, { siteTitle, limits, fetch, log }: AnswererOptions): Answerer {
  return createAnswerer({
    model: createModel(settings, { fetch, now: Date.now, random: Math.random, log }),
    library: createLibrary(service),
    bounds: resolveBounds(limits?.answer ?? {}, settings),
    site: { title: siteTitle?.trim() || null },
    now: Date.now,
    random: () => toHex(randomBytes(8)),
    log,
  })
}

function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length))
}
