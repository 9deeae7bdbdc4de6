/** JSON of a deployed service -> typed records. Replies are decoded, never trusted. */
import { AskError } from '../base/errors.ts'
import { decodeGlossaryEntry } from '../graph/format.ts'
import type { GlossaryEntry } from '../graph/graph.ts'
import type { Overview, SectionSummary } from '../graph/knowledge.ts'
import { type Decode, fieldsOf, filledText, link, listOf, orNull, text } from '../graph/shape.ts'
import type { ResultWithoutId } from '../search/result.ts'

/** Records of one list. */
const MAX_RECORDS = 1_000_000

/** The decoded JSON of a reply; throws an `AskError('endpoint')` that names the address. */
export function decodeReply<T>(url: string, json: unknown, decode: Decode<T>): T {
  try {
    return decode(json, '')
  } catch (cause) {
    if (!(cause instanceof AskError)) throw cause
    throw new AskError('endpoint', `${url} answers with other JSON than an ask service: ${cause.message}`, { cause })
  }
}

/** Decodes the glossary. */
export const decodeGlossary: Decode<{ readonly terms: readonly GlossaryEntry[] }> = (value, path) => ({
  terms: fieldsOf(value, path)('terms', listOf(decodeGlossaryEntry, MAX_RECORDS)),
})

/** Decodes the sections list. */
export const decodeSections: Decode<{ readonly sections: readonly SectionSummary[] }> = (value, path) => ({
  sections: fieldsOf(value, path)('sections', listOf(decodeSummary, MAX_RECORDS)),
})

/** Decodes overview and context. */
export const decodeOverview: Decode<Overview> = (value, path) => {
  const field = fieldsOf(value, path)
  return { overview: field('overview', text), context: field('context', text) }
}

/** Decodes the results of a search, with ids, phrases and other versions if the service gives them. */
export const decodeResults: Decode<readonly ResultWithoutId[]> = (value, path) =>
  fieldsOf(value, path)('results', listOf(decodeIdentified, MAX_RECORDS))

/** Decodes one keyword result of the contract, which has no id and no other versions. */
export const decodeResult: Decode<Omit<ResultWithoutId, 'id' | 'alsoIn'>> = (value, path) => {
  const field = fieldsOf(value, path)
  const [heading, group] = [field('heading', orNull(text)), field('group', orNull(text))]
  return {
    title: field('title', text),
    ...(heading === null ? {} : { heading }),
    url: field('url', link),
    ...(group === null ? {} : { group }),
    snippet: field('snippet', text),
  }
}

const decodeIdentified: Decode<ResultWithoutId> = (value, path) => {
  const field = fieldsOf(value, path)
  const [id, phrase] = [field('id', orNull(filledText)), field('phrase', orNull(text))]
  const alsoIn = field('alsoIn', orNull(listOf(text, MAX_RECORDS)))
  return {
    ...(id !== null && { id }),
    ...decodeResult(value, path),
    ...(phrase !== null && { phrase }),
    ...(alsoIn !== null && { alsoIn }),
  }
}

const decodeSummary: Decode<SectionSummary> = (value, path) => {
  const field = fieldsOf(value, path)
  return {
    id: field('id', filledText),
    title: field('title', text),
    heading: field('heading', orNull(text)),
    group: field('group', orNull(text)),
    url: field('url', link),
  }
}
