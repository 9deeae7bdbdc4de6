/**
 * Pages -> a graph whose summaries and definitions a model wrote, section by section; a cache holds what it wrote
 * before. Small sections share a request, which costs less and shows the model their neighbors. The exact parts (facts,
 * links, order) are those of the rules, and so is every section whose description fails the validation. The same pages
 * and the same cache give the same graph.
 */
import { AskError } from '../../base/errors.ts'
import { isObject } from '../../base/json.ts'
import { runPool } from '../../base/semaphore.ts'
import { type Chunk, contentHash } from '../../content/chunk.ts'
import type { Page } from '../../content/page.ts'
import { EXTRACTIVE, type Graph, GRAPH_VERSION, type KnowledgeNode } from '../../graph/graph.ts'
import { formatOverview } from '../../graph/overview.ts'
import { withWritten } from '../../graph/queries.ts'
import { decodeOrNull } from '../../graph/shape.ts'
import { addUsage, NO_USAGE, type Usage } from '../../llm/model.ts'
import { checkQueries } from '../queries/rules.ts'
import { extractSections, extractSiteTexts } from '../rules/extract.ts'
import { formGlossary, RANKS } from '../rules/glossary.ts'
import { createEvidence } from '../verify/evidence.ts'
import {
  cacheKey, decodeRecord, describeBatch, describeSite, type Description, type JsonCall, type ModelCallOptions,
  type SectionRecord,
} from './describe.ts'
import { batchSections, describedParts, PROMPT_VERSION } from './prompt.ts'

/** UTF-16 units of one token, on average over English prose and code. */
const LETTERS_PER_TOKEN = 4
/** Tokens of the instructions of one request. */
const INSTRUCTION_TOKENS = 500
/** Tokens of a model's description of one section. */
const SECTION_TOKENS = 220

type ModelSource = Pick<ModelCallOptions, 'model' | 'cache'>

/** The work of a build before it starts. */
export type ModelPlan = Awaited<ReturnType<typeof planModelBuild>>

export interface ModelBuildOptions extends Omit<JsonCall, 'model' | 'onUsage'> {
  readonly concurrency: number
  /** Takes the number of sections that are described, of all that the model describes. */
  readonly onProgress: (progress: { readonly done: number; readonly total: number }) => void
}

export type ModelBuild = Awaited<ReturnType<typeof buildWithModel>>

/** Looks up the cached descriptions, and plans requests for the others. The rules describe sections without text. */
export async function planModelBuild(pages: readonly Page[], { model, cache }: ModelSource) {
  const extract = extractSections(pages)
  /** By section id; the build adds those that are not cached. */
  const descriptions = new Map<string, Description>()
  /** By section id. */
  const cacheKeys = new Map<string, string>()
  const missing: Chunk[] = []
  for (const chunk of extract.chunks) {
    if (chunk.text.trim() === '') continue
    const { id, title, heading, parents } = chunk
    const key = await cacheKey([PROMPT_VERSION, model.name, title, heading, parents, ...describedParts(chunk)])
    cacheKeys.set(id, key)
    const description = decodeDescription(cache.get(key))
    if (description === null) missing.push(chunk)
    else descriptions.set(id, description)
  }
  const { batches, length } = batchSections(missing)
  return {
    pages, extract, descriptions, cacheKeys, batches,
    asked: missing.length,
    // Estimates, by length.
    inputTokens: Math.ceil(length / LETTERS_PER_TOKEN) + batches.length * INSTRUCTION_TOKENS,
    outputTokens: missing.length * SECTION_TOKENS,
  }
}

/** Builds the graph. Rejects as the model does; its descriptions up to then are in the cache. */
export async function buildWithModel(plan: ModelPlan, { model, cache }: ModelSource, options: ModelBuildOptions) {
  const { pages, extract, descriptions, cacheKeys } = plan
  const evidenceOf = createEvidence(pages)
  let usage = NO_USAGE
  let requests = 0

  function onUsage(spent: Usage): void {
    usage = addUsage(usage, spent)
    requests += 1
  }

  async function onDescription({ id }: Chunk, description: Description): Promise<void> {
    const key = cacheKeys.get(id)
    // A reply without JSON is not cached: the next build asks again.
    const isFinal = description.type === 'record' || description.reason !== 'malformed'
    if (key !== undefined && isFinal) await cache.put(key, description)
    descriptions.set(id, description)
    options.onProgress({ done: descriptions.size, total: cacheKeys.size })
  }

  const describing = runPool(plan.batches, options, (batch, signal) => {
    return describeBatch(batch, { ...options, signal, model, evidenceOf, onDescription, onUsage })
  })
  await describing.catch((error: unknown) => {
    if (!options.signal.aborted) throw error
  })
  if (options.signal.aborted) throw new AskError('cancelled', 'The build was stopped')
  const records = new Map([...descriptions].flatMap(([id, description]) => {
    return description.type === 'record' ? [[id, description.record] as const] : []
  }))
  const sections = extract.sections.map((node) => withRecord(node, records.get(node.id)))
  const overview = formatOverview(sections)
  const { context: introduction, suggestions: questions } = extractSiteTexts(pages, extract.chunks)
  const material = { introduction, overview, questions }
  const site = await describeSite(material, { ...options, model, cache, onUsage })
  // In the order of the sections: of two definitions of one rank the first counts.
  const written = extract.chunks.flatMap(({ id }) => records.get(id)?.definitions ?? [])
  const graph: Graph = {
    version: GRAPH_VERSION,
    contentHash: await contentHash(extract.chunks),
    builtBy: records.size > 0 ? model.name : EXTRACTIVE,
    sections,
    glossary: formGlossary([...written.map((one) => ({ ...one, rank: RANKS.model })), ...extract.definitions]),
    suggestions: site.suggestions,
    overview,
    context: site.context,
  }
  const asked = new Map([...records].map(([id, { queries }]) => [id, queries]))
  const { queries, refused } = checkQueries(extract.chunks, asked)
  return {
    graph: withWritten(graph, queries, extract.chunks),
    usage,
    requests,
    fallbacks: countFallbacks(descriptions),
    /** Those that the model wrote and the rules refused. */
    refusedQueries: refused,
  }
}

function decodeDescription(value: unknown): Description | null {
  if (!isObject(value)) return null
  if (value['type'] === 'fallback') {
    const reason = (['refused', 'unproved', 'malformed'] as const).find((word) => word === value['reason'])
    return reason === undefined ? null : { type: 'fallback', reason }
  }
  const record = value['type'] === 'record' ? decodeOrNull(value['record'], decodeRecord) : null
  return record === null ? null : { type: 'record', record }
}

/** The node with the model's description; terms are those of the rules if the model has none. */
function withRecord(node: KnowledgeNode, record: SectionRecord | undefined): KnowledgeNode {
  if (record === undefined) return node
  const { summary, mode, terms } = record
  return { ...node, summary, mode, terms: terms.length === 0 ? node.terms : terms }
}

/** Number of sections that the rules describe because the model's description was rejected, by reason. */
function countFallbacks(descriptions: ReadonlyMap<string, Description>) {
  const counts = { refused: 0, unproved: 0, malformed: 0 }
  for (const description of descriptions.values()) if (description.type === 'fallback') counts[description.reason] += 1
  return counts
}
