/**
 * The composition root: options in, a service with its HTTP handlers out, or the site that files make, for hosts
 * without a file system.
 */
import { type Answerer, CONTACT_RULE, contactAddress, MAX_INSTRUCTIONS } from './answer/answerer.ts'
import { createAnswerer } from './answer/loop.ts'
import { createLibrary } from './answer/tools/library.ts'
import { TOOLS } from './answer/tools/toolbox.ts'
import { toHex } from './base/bytes.ts'
import { AskError } from './base/errors.ts'
import { isObject } from './base/json.ts'
import { callable, outOfRange, refuseUnknown, trimmedText, wrongType } from './base/option.ts'
import { createRedactor, maskPersonal, type Redact } from './base/redact.ts'
import { hasMoreCodePoints } from './base/text.ts'
import { VERSION } from './base/version.ts'
import type { Chunk } from './content/chunk.ts'
import type { SourceFile } from './content/page.ts'
import { readSiteFiles, type Site } from './content/site/site.ts'
import type { Graph } from './graph/graph.ts'
import { createHandler } from './http/app.ts'
import type { FeedbackKeeper } from './http/feedback.ts'
import { createFetch, type FetchContext } from './http/wire/fetch.ts'
import type { Handler } from './http/wire/message.ts'
import type { TokenLedger } from './http/wire/settings.ts'
import { createModel, requestSecrets } from './llm/client/client.ts'
import { type ModelOptions, resolveModel } from './llm/settings.ts'
import { decodePrebuilt } from './prebuilt/prebuilt.ts'
import {
  createRecorder, type QuestionRecorder, type QuestionSink, type RecorderDeps, type Verdict,
} from './question-log.ts'
import {
  createService, EMPTY_GRAPH, once, type OpenStoreService, type Service, type ServiceSources,
} from './service.ts'
import {
  type ContentOptions, HTTP_NAMES, type HttpOptions, resolveBounds, resolveContent, resolveHttp,
} from './settings.ts'
import { createTracer, type Tracer } from './trace/posthog.ts'
import { resolveTrace, type TraceOptions } from './trace/settings.ts'

/** The options that are valid for any content. */
export interface MountOptions extends HttpOptions {
  /** The model that answers. Default: no model, so questions get keyword results. */
  readonly model?: ModelOptions | undefined
  /** Sends traces of answers to a collector. Default: no traces. */
  readonly trace?: TraceOptions | undefined
  /**
   * Counts the tokens of a day, such as `openBudgetFile()` of `ask-service/node`. Default: in memory, for this
   * process.
   */
  readonly ledger?: TokenLedger | undefined
  /** Name of the site, for the model that answers. Default: none. */
  readonly siteTitle?: string | undefined
  /**
   * What answers should heed, below the rules of grounding: tone, names of products, what to say on topics outside of
   * the docs. At most 1,000 characters. Default: none.
   */
  readonly instructions?: string | undefined
  /**
   * Where readers can ask what the docs don't cover: a web or mail address, such as `https://acme.dev/help` or
   * `help@acme.dev`. Sent with the outcome of such an answer, never as a link of its text. Default: none.
   */
  readonly contact?: string | undefined
  /** Stores what readers ask. Default: no log. */
  readonly questionLog?: QuestionLogOptions | undefined
  /** Sends requests to models and collectors of traces. Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** Takes lines for the site's owner, without secrets. Default `console.warn`. */
  readonly log?: ((line: string) => void) | undefined
}

/** The question log of a service. */
export interface QuestionLogOptions {
  /** Takes the lines, such as `openQuestionLog()` of `ask-service/node`. */
  readonly sink: QuestionSink
  /**
   * Text of readers: with personal data and secrets removed (`redacted`), or with only secrets removed (`full`).
   * Default `redacted`.
   */
  readonly content?: 'redacted' | 'full' | undefined
}

/** A service over content that is read and indexed where it runs. */
export interface AskOptions extends MountOptions {
  /** Loads every section of the site; called on first use, and again after a failure. */
  readonly content: () => Promise<readonly Chunk[]>
  /** Loads the committed graph, null if the site has none. Default: there is none. */
  readonly graph?: (() => Promise<Graph | null>) | undefined
  /** Makes the graph if the site has none, on the first read. Default: an empty one. */
  readonly makeGraph?: (() => Promise<Graph>) | undefined
  readonly prebuilt?: undefined
  readonly store?: undefined
}

/** A service over content that was read and indexed before it was deployed. */
export interface PrebuiltOptions extends MountOptions {
  /** Loads the JSON of `ask index build`: content, index and graph. Called on first use, and again after a failure. */
  readonly prebuilt: () => Promise<unknown>
  readonly content?: undefined
  readonly graph?: undefined
  readonly makeGraph?: undefined
  readonly store?: undefined
}

/** A service over a store outside the process, such as `openSearch()` of `ask-service/store`. */
export interface StoreOptions extends MountOptions {
  readonly store: OpenStoreService
  readonly content?: undefined
  readonly graph?: undefined
  readonly makeGraph?: undefined
  readonly prebuilt?: undefined
}

/** A mounted service. */
export interface Ask {
  /** The reads and the search, without HTTP. */
  readonly service: Service
  /** Answers a question without HTTP and its limits, and delivers the answer's trace; null without a model key. */
  readonly answer: Answerer | null
  /** Answers the neutral requests of `ask-service/node`'s listener. */
  readonly handle: Handler
  /**
   * Answers web requests: workers, Deno, Bun, Astro, Hono, Next. Limits are per client if the host gives its address.
   */
  readonly fetch: (request: Request, context?: FetchContext) => Promise<Response>
  /**
   * Writes the searches that wait for the question log, and waits, at most two seconds, for traces: before a process
   * ends.
   */
  readonly flush: () => Promise<void>
}

const NAMES = {
  ...HTTP_NAMES, content: true, graph: true, makeGraph: true, prebuilt: true, store: true, model: true, trace: true,
  ledger: true, questionLog: true, siteTitle: true, instructions: true, contact: true, fetch: true, log: true,
} as const satisfies Record<keyof AskOptions | keyof PrebuiltOptions | keyof StoreOptions, true>

/**
 * A service that loads nothing yet. Throws an `OptionError` for a wrong or unknown option.
 *
 * @example
 * const content = async () => chunkPages(readSite([{ path: 'deploy.md', text: '# Deploy\n\nRun the build.' }]).pages)
 * const ask = createAsk({ content })
 * const headers = { 'content-type': 'application/json' }
 * const request = new Request('http://localhost/api/ask', { method: 'POST', headers, body: '{"query": "build"}' })
 * const reply = await ask.fetch(request)
 * const { results } = await reply.json()
 * results[0].url // '/deploy/'
 */
export function createAsk(options: AskOptions | PrebuiltOptions | StoreOptions): Ask {
  refuseUnknown('createAsk()', options, NAMES)
  const mount = resolveMount(options)
  const service = serviceOf(options, mount.context)
  return mountService(() => service, mount, service.store?.revision ?? (() => ''))
}

/**
 * A mounted service whose content and graph are replaced while it serves. It has no content before the first `replace`.
 * Throws an `OptionError`.
 */
export function createLiveAsk(options: MountOptions) {
  const mount = resolveMount(options)
  /** A service over other sources, not yet mounted; `log` takes its lines for the site's owner. */
  function versionOf(sources: Sources, log: (line: string) => void): Service {
    return createService({ ...sources, ...mount.context, log })
  }
  const nothing = { content: async () => [], graph: async () => EMPTY_GRAPH, makeGraph: async () => EMPTY_GRAPH }
  let current = versionOf(nothing, mount.context.log)
  let replacements = 0
  const ask = mountService(() => current, mount, () => String(replacements))
  /** Mounts a version. Limits, and their counts for each client, are kept. */
  function replace(version: Service): void {
    current = version
    replacements += 1
  }
  return { ask, versionOf, replace }
}

function resolveInstructions(given: string | undefined): string | null {
  const text = trimmedText('instructions', given)
  if (text === null || !hasMoreCodePoints(text, MAX_INSTRUCTIONS)) return text
  throw outOfRange('instructions', `must be at most ${MAX_INSTRUCTIONS} characters`)
}

function resolveContact(given: string): string {
  const contact = contactAddress(given)
  if (contact === null) throw outOfRange('contact', `${CONTACT_RULE}, not ${JSON.stringify(given)}`)
  return contact
}

type Mount = ReturnType<typeof resolveMount>

function resolveMount(options: MountOptions) {
  const { model = {}, trace = {}, siteTitle, instructions, contact } = options
  const fetch = callable('fetch', options.fetch ?? globalThis.fetch)
  const print = callable('log', options.log ?? ((line: string) => console.warn(line)))
  const settings = resolveModel(model)
  const warnings: string[] = []
  const tracing = resolveTrace(trace, (line) => warnings.push(line))
  const http = resolveHttp(options, options.ledger)
  const { answer: answerLimits = {} } = options.limits ?? {}
  const bounds = resolveBounds(answerLimits, settings)
  const site = { title: trimmedText('siteTitle', siteTitle), instructions: resolveInstructions(instructions) }
  const redact = createRedactor([tracing?.key ?? '', ...(settings === null ? [] : requestSecrets(settings))])
  const log = (line: string) => print(redact(line))
  for (const line of warnings) log(line)
  const io = { fetch, now: Date.now, log, redact }
  const tools = TOOLS.map(({ name }) => name)
  return {
    http,
    settings,
    io,
    /** What answers are made of beside model and content. */
    answering: { bounds, site, contact: contact === undefined ? null : resolveContact(contact), newId },
    tracer: createTracer(tracing, { ...io, newUuid: () => crypto.randomUUID(), version: VERSION, tools }),
    recorder: resolveRecorder(options.questionLog, io),
    /** The parts of a service that don't depend on its content. */
    context: {
      model: settings?.model ?? trimmedText('model.name', model.name) ?? '',
      canAnswer: settings !== null,
      log,
    },
  }
}

/**
 * Mounts a service, of which each request gets the version that is current when it begins; all versions have the same
 * model. `revision` names the current version of the content.
 */
function mountService(current: () => Service, mount: Mount, revision: () => string | Promise<string>): Ask {
  const { http, settings, answering, tracer, recorder, io } = mount
  const { now, log } = io
  const answer = settings === null ? null : createAnswerer({
    ...io,
    ...answering,
    model: createModel(settings, { ...io, date: now, random: Math.random }),
    library: (filter, page) => createLibrary(current(), filter, page),
  })
  const contentKey = () => current().contentHash()
  const backend = answer === null ? null : { answer, contentKey, deliver: tracer.record, newId }
  const feedback = keeperOf(recorder, tracer)
  const handle = createHandler(current, http, { now, log, answering: backend, recorder, feedback, revision })
  const answerWithTrace: Answerer | null = answer && ((question, { onReport, ...options } = {}) => {
    return answer(question, {
      ...options,
      onReport(report) {
        void tracer.record(report)
        onReport?.(report)
      },
    })
  })
  return {
    get service() {
      return current()
    },
    answer: answerWithTrace,
    handle,
    fetch: createFetch(handle),
    async flush() {
      recorder?.flush()
      await tracer.flush()
    },
  }
}

function resolveRecorder(
  options: QuestionLogOptions | undefined,
  { redact, ...deps }: Pick<RecorderDeps, 'log' | 'now'> & { readonly redact: Redact },
): QuestionRecorder | null {
  if (options === undefined) return null
  refuseUnknown('questionLog', options, { sink: true, content: true })
  const { sink, content = 'redacted' } = options
  callable('questionLog.sink.write', Object(sink).write)
  if (content !== 'redacted' && content !== 'full') throw wrongType('questionLog.content', 'must be redacted or full')
  const clean = content === 'full' ? redact : (text: string) => maskPersonal(redact(text))
  return createRecorder({ ...deps, sink, clean })
}

/** The receivers of feedback: the question log and the collector of traces. */
function keeperOf(recorder: QuestionRecorder | null, { verdict: trace }: Tracer): FeedbackKeeper {
  async function verdict(given: Verdict): Promise<void> {
    recorder?.verdict(given)
    await trace?.(given)
  }
  return { verdict: recorder === null && trace === null ? null : verdict, click: recorder?.click ?? null }
}

/** The content and the graph of a service. */
export type Sources = Pick<ServiceSources, 'content' | 'graph' | 'makeGraph'>

function serviceOf(options: AskOptions | PrebuiltOptions | StoreOptions, context: Mount['context']): Service {
  const { content, graph, makeGraph, prebuilt, store } = options
  if (store !== undefined) {
    refuseBeside('store', { content, graph, makeGraph, prebuilt })
    return callable('store', store)({ ...context, now: () => performance.now() })
  }
  const noGraph = async () => EMPTY_GRAPH
  if (prebuilt !== undefined) {
    refuseBeside('prebuilt', { content, graph, makeGraph })
    const load = callable('prebuilt', prebuilt)
    const read = once(async () => decodePrebuilt(await load()))
    return createService({ ...context, content: read, graph: async () => (await read()).graph, makeGraph: noGraph })
  }
  if (typeof content !== 'function') {
    throw wrongType('createAsk()', 'needs content or prebuilt, a function that loads it, or a store')
  }
  const readGraph = callable('graph', graph ?? (async () => null))
  return createService({
    ...context,
    content: async () => checkChunks(await content()),
    // In a program without types it may give the graph at once.
    graph: async () => readGraph(),
    makeGraph: callable('makeGraph', makeGraph ?? noGraph),
  })
}

/** Throws for options beside one that holds content and graph. */
function refuseBeside(option: string, others: object): void {
  const [other] = Object.entries(others).find(([, given]) => given !== undefined) ?? []
  if (other !== undefined) throw wrongType(option, `holds content and graph: leave out ${other}`)
}

/** Sections that the site's own code gave. Throws `AskError('content')` for anything else, such as pages. */
function checkChunks(chunks: readonly Chunk[]): readonly Chunk[] {
  const isText = (value: unknown) => typeof value === 'string'
  const isChunk = (item: unknown) => isObject(item) && isText(item['id']) && isText(item['text'])
  if (Array.isArray(chunks) && chunks.every(isChunk)) return chunks
  throw new AskError('content', 'The option content must give the sections that chunkPages() returns.')
}

function newId(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(8)))
}

/**
 * The site of these files, which `selectFiles` has chosen and ordered. Throws an `OptionError`.
 *
 * @example
 * const { pages } = readSite([{ path: 'guides/setup.md', text: '# Setup' }], { base: '/docs' })
 * pages[0].url // '/docs/guides/setup/'
 */
export function readSite(files: Iterable<SourceFile>, options: ContentOptions = {}): Site {
  return readSiteFiles(files, resolveContent(options, 'readSite()'))
}
