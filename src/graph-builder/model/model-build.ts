/**
 * Pages -> a graph whose prose a model wrote, section by section, out of a cache
 * where it can. All that is exact (facts, links, order) stays with the rules,
 * and so does every section whose description can't be proved. The same pages
 * and the same cache give the same graph.
 */
import type { Chunk } from '../../content/chunk.ts'
import { contentHash } from '../../content/hash.ts'
import type { Page } from '../../content/page.ts'
import { createLinkedController } from '../../base/abort.ts'
import { AskError } from '../../base/errors.ts'
import { GRAPH_VERSION, type Graph, type KnowledgeNode } from '../../graph/graph.ts'
import { formatOverview } from '../../graph/overview.ts'
import { type Model, NO_USAGE, type Usage } from '../../llm/model.ts'
import { addUsage } from '../../llm/protocols/usage.ts'
import { batchSections } from './batch.ts'
import { type Definition, RANKS } from '../rules/definition.ts'
import { describeBatch, type Description } from './describe.ts'
import { type Extract, EXTRACTIVE, extractSections } from '../rules/extract.ts'
import { formGlossary } from '../rules/glossary.ts'
import { createGrounds } from '../verify/evidence.ts'
import { introduceSite } from '../rules/introduction.ts'
import type { JsonCall } from './json-reply.ts'
import { PROMPT_VERSION } from './prompt.ts'
import { decodeRecord } from './record.ts'
import { cacheKey, type RecordCache } from './record-cache.ts'
import { describeSite } from './site-description.ts'
import { suggestQuestions } from '../rules/suggestions.ts'

/** UTF-16 units a token stands for, on the average of English prose and code. */
const LETTERS_PER_TOKEN = 4
/** Tokens of the instructions of one request, and of what a model writes about one section. */
const INSTRUCTION_TOKENS = 400
const SECTION_TOKENS = 160

/** A model and what was said before. */
export interface ModelSource {
  readonly model: Model
  readonly cache: RecordCache
}

/** What a build is about to do. */
export interface ModelPlan {
  readonly pages: readonly Page[]
  readonly extract: Extract
  /** What is known of each section, by its id. */
  readonly known: Map<string, Description>
  readonly keys: ReadonlyMap<string, string>
  readonly batches: readonly (readonly Chunk[])[]
  /** Sections that the model is asked about. */
  readonly asked: number
  /** Estimates, by length. */
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Where a build stands. */
export interface Progress {
  readonly done: number
  readonly total: number
}

export interface ModelBuildOptions extends JsonCall {
  /** Requests under way at once. */
  readonly concurrency: number
  readonly onProgress: (progress: Progress) => void
}

/** What a build cost and gave. */
export interface ModelBuild {
  readonly graph: Graph
  readonly usage: Usage
  readonly requests: number
  /** Sections that the rules describe since the model's words couldn't be taken, by their reason. */
  readonly fallbacks: Readonly<Record<'refused' | 'unproved' | 'malformed', number>>
}

/** Looks up what is known, and says what is left to ask. Sections without text are left to the rules. */
export async function planModelBuild(pages: readonly Page[], { model, cache }: ModelSource): Promise<ModelPlan> {
  const extract = extractSections(pages)
  const known = new Map<string, Description>()
  const keys = new Map<string, string>()
  const missing: Chunk[] = []
  for (const chunk of extract.chunks) {
    if (chunk.text.trim() === '') continue
    const { id, title, heading, parents, text } = chunk
    const key = await cacheKey([PROMPT_VERSION, model.name, title, heading, parents, text])
    keys.set(id, key)
    const description = decodeDescription(cache.get(key))
    if (description === null) missing.push(chunk)
    else known.set(id, description)
  }
  const batches = batchSections(missing)
  const letters = missing.reduce((sum, { text }) => sum + text.length, 0)
  return {
    pages, extract, known, keys, batches,
    asked: missing.length,
    inputTokens: Math.ceil(letters / LETTERS_PER_TOKEN) + batches.length * INSTRUCTION_TOKENS,
    outputTokens: missing.length * SECTION_TOKENS,
  }
}

/** Rejects as the model does; what it has said by then is in the cache. */
export async function buildWithModel(plan: ModelPlan, { model, cache }: ModelSource, options: ModelBuildOptions): Promise<ModelBuild> {
  const { pages, extract, known, keys } = plan
  const groundsOf = createGrounds(pages)
  let usage = NO_USAGE
  let requests = 0

  function onUsage(spent: Usage): void {
    usage = addUsage(usage, spent)
    requests += 1
  }

  async function onDescription({ id }: Chunk, description: Description): Promise<void> {
    // A reply that was no JSON says nothing of the section: the next build asks again.
    if (description.type === 'record' || description.reason !== 'malformed') await cache.put(keys.get(id)!, description)
    known.set(id, description)
    options.onProgress({ done: known.size, total: keys.size })
  }

  await runPool(plan.batches, options, (batch, signal) => {
    return describeBatch(batch, { ...options, signal, model, groundsOf, onDescription, onUsage })
  })
  const sections = extract.sections.map((node) => withDescription(node, known.get(node.id)))
  const overview = formatOverview(sections)
  const material = { introduction: introduceSite(pages), overview, questions: suggestQuestions(extract.chunks) }
  const isWritten = [...known.values()].some(({ type }) => type === 'record')
  const site = await describeSite(material, { ...options, model, cache, onUsage })
  const graph: Graph = {
    version: GRAPH_VERSION,
    contentHash: await contentHash(extract.chunks),
    builtBy: isWritten ? model.name : EXTRACTIVE,
    sections,
    glossary: formGlossary(definitionsOf(extract, known)),
    suggestions: site.suggestions,
    overview,
    context: site.context,
  }
  return { graph, usage, requests, fallbacks: countFallbacks(known) }
}

/** Runs at most `concurrency` at once. The first failure ends the others, whose whole replies are kept all the same. */
async function runPool<T>(
  items: readonly T[],
  { concurrency, signal }: Pick<ModelBuildOptions, 'concurrency' | 'signal'>,
  run: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = createLinkedController(signal)
  const rest = items.values()
  let failure: unknown = null

  async function work(): Promise<void> {
    for (const item of rest) {
      if (failed.signal.aborted) return
      try {
        await run(item, failed.signal)
      } catch (error) {
        failure ??= error
        failed.abort()
      }
    }
  }

  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, work))
  failed.abort()
  if (signal.aborted) throw new AskError('cancelled', 'The build was stopped')
  if (failure !== null) throw failure
}

/** Null for what is no description of this version. */
function decodeDescription(value: unknown): Description | null {
  if (typeof value !== 'object' || value === null || !('type' in value)) return null
  if (value.type === 'fallback' && 'reason' in value) {
    const reason = (['refused', 'unproved', 'malformed'] as const).find((one) => one === value.reason)
    return reason === undefined ? null : { type: 'fallback', reason }
  }
  if (value.type !== 'record' || !('record' in value)) return null
  try {
    return { type: 'record', record: decodeRecord(value.record, '') }
  } catch (error) {
    if (!(error instanceof AskError)) throw error
    return null
  }
}

/** The rules' terms stay where the model names none. */
function withDescription(node: KnowledgeNode, description: Description | undefined): KnowledgeNode {
  if (description?.type !== 'record') return node
  const { summary, mode, terms } = description.record
  return { ...node, summary, mode, terms: terms.length === 0 ? node.terms : terms }
}

/** In the order of the sections, those of the rules behind. */
function definitionsOf({ chunks, definitions }: Extract, known: ReadonlyMap<string, Description>): Definition[] {
  const written = chunks.flatMap(({ id }) => {
    const description = known.get(id)
    return description?.type === 'record' ? description.record.definitions : []
  })
  return [...written.map((one) => ({ ...one, rank: RANKS.model })), ...definitions]
}

function countFallbacks(known: ReadonlyMap<string, Description>): ModelBuild['fallbacks'] {
  const counts = { refused: 0, unproved: 0, malformed: 0 }
  for (const description of known.values()) if (description.type === 'fallback') counts[description.reason] += 1
  return counts
}
