/**
 * Batches of sections, and the site as a whole -> a model's descriptions of them, validated: no exact string that the
 * material lacks, no instruction to other models. The model is asked once more for what is rejected, with the reasons;
 * then the rules describe it. Of a reply that its token limit cut, nothing is used.
 */
import { sha256, toHex } from '../../base/bytes.ts'
import { AskError } from '../../base/errors.ts'
import { parseJson } from '../../base/json.ts'
import { foldSpace } from '../../base/text.ts'
import type { Chunk } from '../../content/chunk.ts'
import type { Graph } from '../../graph/graph.ts'
import { type Decode, decodeOrNull, fieldsOf, listOf, objectOf, oneOf, orNull, text } from '../../graph/shape.ts'
import type { Message, Model, Usage } from '../../llm/model.ts'
import { MAX_DEFINITION_LENGTH, MAX_TERM_LENGTH } from '../rules/glossary.ts'
import { MAX_SUMMARY_LENGTH, MAX_TERMS } from '../rules/summary.ts'
import {
  type Evidence, findInstructions, findInvisible, hasEvidence, inventedLiterals, toEvidence,
} from '../verify/evidence.ts'
import {
  askAboutSections, askAboutSite, askAgain, MALFORMED, PROMPT_VERSION, SECTION_SYSTEM, SITE_SYSTEM, type SiteMaterial,
} from './prompt.ts'

/** Requests about the same thing: the second one says what was wrong. */
const MAX_ATTEMPTS = 2
/** Items of one list of a reply. */
const MAX_ITEMS = 50
/** Entries of one reply. */
const MAX_ENTRIES = 100

/** UTF-16 units of the two sentences. */
const MAX_CONTEXT_LENGTH = 400
/** UTF-16 units of one question. */
const MAX_QUESTION_LENGTH = 90
/** Questions of one site. */
const MAX_QUESTIONS = 6

export type SectionRecord = ReturnType<typeof decodeRecord>

const folded: Decode<string> = (value, path) => foldSpace(text(value, path))
const decodeDefinition = objectOf<Record<'term' | 'definition', string> & { readonly short: string | null }>({
  term: (value, path) => text(value, path).trim(), short: orNull(text), definition: folded,
})
const decodeSite = objectOf<SiteDescription>({ context: folded, suggestions: listOf(folded, MAX_ITEMS) })

/** The record in the value at a path. Throws `AskError('graph-format')` with the fault. */
export function decodeRecord(value: unknown, path: string) {
  const field = fieldsOf(value, path)
  return {
    summary: field('summary', folded),
    terms: field('terms', listOf(text, MAX_ITEMS)).map((term) => term.trim()),
    mode: field('mode', oneOf(['agent-primary', 'source-primary'])),
    definitions: field('definitions', orNull(listOf(decodeDefinition, MAX_ITEMS))) ?? [],
    // What readers would type, not validated: the rules need those of all sections (`queries/rules.ts`).
    queries: field('queries', orNull(listOf(folded, MAX_ITEMS))) ?? [],
  }
}

/** The reason to reject a record, as an instruction to the model that wrote it; null for a valid one. */
function rejectionReason({ summary }: SectionRecord, evidence: Evidence): string | null {
  if (summary === '') return 'the summary is empty'
  if (summary.length > MAX_SUMMARY_LENGTH) {
    return `the summary has ${summary.length} characters, at most ${MAX_SUMMARY_LENGTH} are allowed`
  }
  const invented = inventedLiterals(summary, evidence).map((literal) => JSON.stringify(literal)).join(', ')
  if (invented !== '') {
    return `the section does not hold ${invented}; use only exact strings of the section, or none`
  }
  return isSafe(summary, evidence) ? null : 'the summary gives orders instead of saying what the section says'
}

/** The record with those of its terms and definitions for which the section has evidence. */
function validated(record: SectionRecord, evidence: Evidence, { heading, title }: Chunk): SectionRecord {
  const words = [title, heading ?? '', ...evidence].join('\n').toLowerCase()
  const isTerm = (term: string) => term !== '' && term.length <= MAX_TERM_LENGTH && words.includes(term.toLowerCase())
  return {
    ...record,
    terms: [...new Set(record.terms.filter(isTerm))].slice(0, MAX_TERMS),
    definitions: record.definitions
      .filter(({ term, definition }) => isTerm(term) && definition !== '' && definition.length <= MAX_DEFINITION_LENGTH)
      .filter(({ definition }) => inventedLiterals(definition, evidence).length === 0 && isSafe(definition, evidence))
      .map((entry) => (entry.short !== null && isTerm(entry.short) ? entry : { ...entry, short: null })),
  }
}

/** True for a text without invisible characters, and without instructions to a model that the evidence lacks. */
function isSafe(text: string, evidence: Evidence): boolean {
  return findInvisible(text).length === 0 && findInstructions(text).every((found) => hasEvidence(evidence, found))
}

/** The description of one section, or the reason why the rules describe it. */
export type Description =
  | { readonly type: 'record'; readonly record: SectionRecord }
  | { readonly type: 'fallback'; readonly reason: 'refused' | 'unproved' | 'malformed' }

interface DescribeOptions extends JsonCall {
  /** The text that a description of a section may be based on. */
  readonly evidenceOf: (chunk: Chunk) => Evidence
  /** Receives each description as soon as it is complete. */
  readonly onDescription: (chunk: Chunk, description: Description) => Promise<void>
}

/** Describes a batch. Rejects as the model does, and with `AskError('model')` for a section too large for a reply. */
export async function describeBatch(batch: readonly Chunk[], options: DescribeOptions): Promise<void> {
  const { evidenceOf, onDescription } = options
  const messages: Message[] = [{ role: 'user', text: askAboutSections(batch) }]
  /** The sections without a description, by their number in the request. */
  const pending = new Map(batch.map((chunk, i) => [i + 1, chunk]))
  let isMalformed = false
  for (let attempt = 0; attempt < MAX_ATTEMPTS && pending.size > 0; attempt += 1) {
    const { json, finish, turn } = await askForJson(SECTION_SYSTEM, messages, options)
    const isRefused = finish === 'refusal' || finish === 'content-filter'
    if (finish === 'length' || isRefused) return splitBatch([...pending.values()], !isRefused, options)
    const entries = entriesOf(json)
    isMalformed = entries === null
    const rejections = new Map<number, string>()
    for (const [n, chunk] of pending) {
      const evidence = evidenceOf(chunk)
      const result = validateEntry(entries?.get(n), evidence)
      if (typeof result === 'string') {
        rejections.set(n, result)
        continue
      }
      pending.delete(n)
      await onDescription(chunk, { type: 'record', record: validated(result, evidence, chunk) })
    }
    messages.push({ role: 'assistant', turn }, { role: 'user', text: isMalformed ? MALFORMED : askAgain(rejections) })
  }
  const reason = isMalformed ? 'malformed' : 'unproved'
  for (const chunk of pending.values()) await onDescription(chunk, { type: 'fallback', reason })
}

/**
 * Describes the halves of a batch: a smaller question has a smaller reply, and one section that is refused silences no
 * other. A section alone is left to the rules if it is refused.
 */
async function splitBatch(batch: readonly Chunk[], isCut: boolean, options: DescribeOptions): Promise<void> {
  const [first] = batch
  const middle = Math.ceil(batch.length / 2)
  if (batch.length > 1) {
    await describeBatch(batch.slice(0, middle), options)
    await describeBatch(batch.slice(middle), options)
  } else if (first !== undefined && isCut) {
    const limit = `${options.maxOutputTokens} tokens`
    throw new AskError('model', `The model's reply about ${first.id} was cut at ${limit}; raise LLM_MAX_TOKENS`)
  } else if (first !== undefined) await options.onDescription(first, { type: 'fallback', reason: 'refused' })
}

/** The entries of a reply by their number; null for malformed JSON. */
function entriesOf(json: unknown): Map<number, unknown> | null {
  const entries = listOf((entry) => [fieldsOf(entry, '')('n', Number), entry] as const, MAX_ENTRIES)
  const decoded = decodeOrNull(json, (value, path) => fieldsOf(value, path)('sections', entries))
  return decoded && new Map(decoded)
}

/** The record of an entry, or the reason why it is rejected. */
function validateEntry(entry: unknown, evidence: Evidence): SectionRecord | string {
  if (entry === undefined) return 'the entry is missing'
  try {
    const record = decodeRecord(entry, '')
    return rejectionReason(record, evidence) ?? record
  } catch (error) {
    if (!(error instanceof AskError)) throw error
    return error.message
  }
}

type SiteDescription = Pick<Graph, 'context' | 'suggestions'>

/** The model, its cache and the bounds of its requests. */
export interface ModelCallOptions extends JsonCall {
  /** Values by key; `put` resolves when the value is stored. */
  readonly cache: {
    readonly get: (key: string) => unknown
    readonly put: (key: string, value: unknown) => Promise<void>
  }
}

/** Describes a site. Rejects as the model does. */
export async function describeSite(material: SiteMaterial, options: ModelCallOptions): Promise<SiteDescription> {
  const { model, cache } = options
  const question = askAboutSite(material)
  const key = await cacheKey([PROMPT_VERSION, model.name, question])
  const cached = decodeOrNull(cache.get(key), decodeSite)
  const described = cached ?? (await askForSite(question, material, options))
  // Without one that could be read, the next build asks again, perhaps with more tokens.
  if (described !== null && cached === null) await cache.put(key, described)
  const { context, suggestions } = described ?? { context: '', suggestions: [] }
  return {
    context: context === '' ? material.introduction : context,
    suggestions: suggestions.length === 0 ? material.questions : suggestions,
  }
}

/** What the model wrote of a site that is valid; null without any reply that could be read. */
async function askForSite(question: string, material: SiteMaterial, call: JsonCall): Promise<SiteDescription | null> {
  const messages: Message[] = [{ role: 'user', text: question }]
  const evidence = toEvidence([material.introduction, material.overview, ...material.questions])
  let best: SiteDescription | null = null
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { json, finish, turn } = await askForJson(SITE_SYSTEM, messages, call)
    const written = finish === 'length' ? null : decodeOrNull(json, decodeSite)
    if (written !== null) best = validatedSite(written, evidence)
    if (best !== null && best.context !== '' && best.suggestions.length > 0) break
    const reason = written === null
      ? 'That was not the JSON asked for, or not all of it.'
      : 'It holds exact strings or numbers that the material lacks, or is too long.'
    const correction = `${reason} Reply with the JSON object alone, corrected.`
    messages.push({ role: 'assistant', turn }, { role: 'user', text: correction })
  }
  return best
}

/** The description without the parts that lack evidence or are too long. */
function validatedSite({ context, suggestions }: SiteDescription, evidence: Evidence): SiteDescription {
  const isValid = (text: string) => inventedLiterals(text, evidence).length === 0 && isSafe(text, evidence)
  const questions = suggestions.filter((text) => text !== '' && text.length <= MAX_QUESTION_LENGTH && isValid(text))
  return {
    context: context.length <= MAX_CONTEXT_LENGTH && isValid(context) ? context : '',
    suggestions: [...new Set(questions)].slice(0, MAX_QUESTIONS),
  }
}

/** UTF-16 units of one reply. */
const MAX_REPLY_LENGTH = 400_000

/** A model, and the bounds of one request to it. */
export interface JsonCall {
  readonly model: Model
  /** Receives the cost of each request. */
  readonly onUsage: (usage: Usage) => void
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** Tokens of the reply. */
  readonly maxOutputTokens: number
}

/**
 * Asks without tools. Models wrap JSON into fences and words, so the text from the first `{` to the last `}` counts;
 * `json` is null for a reply without an object. Rejects as `Model.stream` does.
 */
async function askForJson(
  system: string,
  messages: readonly Message[],
  { model, onUsage, signal, timeoutMs, maxOutputTokens }: JsonCall,
) {
  const parts: string[] = []
  let length = 0
  const request = { system, messages, tools: [], mayCall: false, noteWithoutTools: '', maxOutputTokens }
  for await (const event of model.stream(request, { signal, timeoutMs })) {
    if (event.type === 'text' && length <= MAX_REPLY_LENGTH) {
      parts.push(event.text)
      length += event.text.length
    } else if (event.type === 'retract') {
      parts.length = length = 0
    } else if (event.type === 'end') {
      const { finish, turn } = event
      onUsage(event.usage)
      const text = parts.join('')
      return { json: parseJson(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) ?? null, finish, turn }
    }
  }
  throw new AskError('model', 'The model ended its reply without saying so')
}

const encoder = new TextEncoder()

/** SHA-256, in hex, of the parts as JSON. */
export async function cacheKey(parts: readonly unknown[]): Promise<string> {
  return toHex(await sha256(encoder.encode(JSON.stringify(parts))))
}
