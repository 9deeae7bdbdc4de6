/**
 * What a model says of the site as a whole: two sentences and some questions,
 * proved like all it writes, with the rules' own in place of what can't be.
 */
import { AskError } from '../../base/errors.ts'
import { foldSpace } from '../../base/fold-space.ts'
import { type Decode, fieldsOf, listOf, text } from '../../graph/shape.ts'
import type { Message, Model, Usage } from '../../llm/model.ts'
import { askForJson, type JsonCall } from './json-reply.ts'
import { inventedLiterals } from '../verify/validation.ts'
import { askAboutSite, PROMPT_VERSION, SITE_SYSTEM, type SiteMaterial } from './prompt.ts'
import { isSafe } from './record.ts'
import { cacheKey, type RecordCache } from './record-cache.ts'

/** UTF-16 units. */
const MAX_CONTEXT_LENGTH = 400
const MAX_QUESTION_LENGTH = 90
const MAX_QUESTIONS = 6
/** Items of the reply's list. */
const MAX_ITEMS = 50

/** What is said of a site. */
export interface SiteDescription {
  readonly context: string
  readonly suggestions: readonly string[]
}

export interface SiteDescribing extends JsonCall {
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

/** Rejects as the model does. */
export async function describeSite(material: SiteMaterial, describing: SiteDescribing): Promise<SiteDescription> {
  const { model, cache, onUsage } = describing
  const question = askAboutSite(material)
  const key = await cacheKey([PROMPT_VERSION, model.name, question])
  const known = decodeOrNull(cache.get(key))
  if (known !== null) return known
  const messages: Message[] = [{ role: 'user', text: question }]
  const grounds = [material.introduction, material.overview, ...material.questions].join('\n')
  let best: SiteDescription = { context: '', suggestions: [] }
  for (const isLast of [false, true]) {
    const { json, finish, turn, usage } = await askForJson(model, { system: SITE_SYSTEM, messages }, describing)
    onUsage(usage)
    const written = finish === 'length' ? null : decodeOrNull(json)
    if (written !== null) best = proved(written, grounds)
    if (isLast || (best.context !== '' && best.suggestions.length > 0)) break
    const fault = written === null ? 'That was not the JSON asked for, or not all of it.' : 'It holds exact strings or numbers that the material lacks, or is too long.'
    messages.push({ role: 'assistant', turn }, { role: 'user', text: `${fault} Reply with the JSON object alone, mended.` })
  }
  const site = {
    context: best.context === '' ? material.introduction : best.context,
    suggestions: best.suggestions.length === 0 ? material.questions : best.suggestions,
  }
  await cache.put(key, site)
  return site
}

/** Without what can't be taken. */
function proved({ context, suggestions }: SiteDescription, grounds: string): SiteDescription {
  const holds = (words: string) => inventedLiterals(words, grounds).length === 0 && isSafe(words, grounds)
  const questions = suggestions.filter((one) => one !== '' && one.length <= MAX_QUESTION_LENGTH && holds(one))
  return {
    context: context.length <= MAX_CONTEXT_LENGTH && holds(context) ? context : '',
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
