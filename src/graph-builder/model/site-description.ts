/**
 * A model's description of the site as a whole: two sentences and some
 * questions. Both are validated; the rules replace a part that is rejected.
 */
import { AskError } from '../../base/errors.ts'
import { foldSpace } from '../../base/fold-space.ts'
import { type Decode, fieldsOf, listOf, text } from '../../graph/shape.ts'
import type { Message, Model, Usage } from '../../llm/model.ts'
import { type Evidence, toEvidence } from '../verify/evidence.ts'
import { inventedLiterals } from '../verify/validation.ts'
import { askForJson, type JsonCall } from './json-reply.ts'
import { askAboutSite, PROMPT_VERSION, SITE_SYSTEM, type SiteMaterial } from './prompt.ts'
import { cacheKey, type RecordCache } from './record-cache.ts'
import { isSafe } from './record.ts'

/** UTF-16 units of the two sentences. */
const MAX_CONTEXT_LENGTH = 400
/** UTF-16 units of one question. */
const MAX_QUESTION_LENGTH = 90
/** Questions of one site. */
const MAX_QUESTIONS = 6
/** Items of the reply's list. */
const MAX_ITEMS = 50

/** The description of a site. */
export interface SiteDescription {
  readonly context: string
  readonly suggestions: readonly string[]
}

/** The model and its cache. */
export interface DescribeSiteOptions extends JsonCall {
  readonly model: Model
  readonly cache: RecordCache
  readonly onUsage: (usage: Usage) => void
}

const decodeSite: Decode<SiteDescription> = (value, path) => {
  const field = fieldsOf(value, path)
  return {
    context: foldSpace(field('context', text)),
    suggestions: field('suggestions', listOf(text, MAX_ITEMS)).map(foldSpace),
  }
}

/** Describes a site. Rejects as the model does. */
export async function describeSite(material: SiteMaterial, options: DescribeSiteOptions): Promise<SiteDescription> {
  const { model, cache, onUsage } = options
  const question = askAboutSite(material)
  const key = await cacheKey([PROMPT_VERSION, model.name, question])
  const cached = decodeOrNull(cache.get(key))
  if (cached !== null) return cached
  const messages: Message[] = [{ role: 'user', text: question }]
  const evidence = toEvidence([material.introduction, material.overview, ...material.questions])
  let best: SiteDescription = { context: '', suggestions: [] }
  for (const isLast of [false, true]) {
    const { json, finish, turn, usage } = await askForJson(model, { system: SITE_SYSTEM, messages }, options)
    onUsage(usage)
    const written = finish === 'length' ? null : decodeOrNull(json)
    if (written !== null) best = validated(written, evidence)
    if (isLast || (best.context !== '' && best.suggestions.length > 0)) break
    const reason = written === null
      ? 'That was not the JSON asked for, or not all of it.'
      : 'It holds exact strings or numbers that the material lacks, or is too long.'
    const correction = `${reason} Reply with the JSON object alone, corrected.`
    messages.push({ role: 'assistant', turn }, { role: 'user', text: correction })
  }
  const site = {
    context: best.context === '' ? material.introduction : best.context,
    suggestions: best.suggestions.length === 0 ? material.questions : best.suggestions,
  }
  await cache.put(key, site)
  return site
}

/** The description without the parts that lack evidence or are too long. */
function validated({ context, suggestions }: SiteDescription, evidence: Evidence): SiteDescription {
  const isValid = (text: string) => inventedLiterals(text, evidence).length === 0 && isSafe(text, evidence)
  const questions = suggestions.filter((text) => text !== '' && text.length <= MAX_QUESTION_LENGTH && isValid(text))
  return {
    context: context.length <= MAX_CONTEXT_LENGTH && isValid(context) ? context : '',
    suggestions: [...new Set(questions)].slice(0, MAX_QUESTIONS),
  }
}

function decodeOrNull(value: unknown): SiteDescription | null {
  try {
    return decodeSite(value, '')
  } catch (error) {
    if (!(error instanceof AskError)) throw error
    return null
  }
}
