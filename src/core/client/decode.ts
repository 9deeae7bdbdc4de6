/** JSON of a deployed service -> typed records. Replies are decoded, never trusted. */
import { AskError } from '../base/errors.ts'
import { decodeGlossaryEntry } from '../graph/format.ts'
import type { GlossaryEntry } from '../graph/graph.ts'
import type { Overview, SectionSummary } from '../graph/knowledge.ts'
import { type Decode, fieldsOf, filledText, link, listOf, objectOf, optional, orNull, text } from '../graph/shape.ts'
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

const decodeSummary = objectOf<SectionSummary>({
  id: filledText,
  title: text,
  heading: orNull(text),
  group: orNull(text),
  url: link,
})

/** Decodes the glossary. */
export const decodeGlossary = objectOf<{ readonly terms: readonly GlossaryEntry[] }>({
  terms: listOf(decodeGlossaryEntry, MAX_RECORDS),
})

/** Decodes the sections list. */
export const decodeSections = objectOf<{ readonly sections: readonly SectionSummary[] }>({
  sections: listOf(decodeSummary, MAX_RECORDS),
})

/** Decodes overview and context. */
export const decodeOverview = objectOf<Overview>({ overview: text, context: text })

/** Decodes the results of a search, with ids, phrases and other versions if the service gives them. */
export const decodeResults: Decode<readonly ResultWithoutId[]> = (value, path) =>
  fieldsOf(value, path)('results', listOf(decodeIdentified, MAX_RECORDS))

/** The fields of a keyword result of the contract, which has no id and no other versions. */
const RESULT = {
  title: text,
  heading: optional(text),
  url: link,
  group: optional(text),
  snippet: text,
}

/** Decodes one keyword result of the contract. */
export const decodeResult = objectOf<Omit<ResultWithoutId, 'id' | 'phrase' | 'alsoIn' | 'marks'>>(RESULT)

const decodeIdentified = objectOf<Omit<ResultWithoutId, 'marks'>>({
  id: optional(filledText),
  ...RESULT,
  phrase: optional(text),
  alsoIn: optional(listOf(text, MAX_RECORDS)),
})
