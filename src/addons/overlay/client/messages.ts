/**
 * What a request says of its page: the address of its route, and the filter by the language and version of the page.
 * JSON of the service -> records, decoded and bounded. What has the wrong shape, and unsafe links, are left out.
 */
import type { KeywordResult } from '../../../core/answer.ts'

/** Results, suggestions or sources of one reply. */
const MAX_RECORDS = 100
/** UTF-16 units of one text. */
const MAX_TEXT_LENGTH = 20_000

/** The end of an answer, as the service judges it. Unknown values are ignored. */
export interface Outcome {
  /** Id of the answer, for feedback. */
  readonly id: string
  /** `answered`, `not-covered` or `refused`. */
  readonly outcome: string
  /** True if the service keeps feedback. */
  readonly feedback: boolean
  readonly followUps: readonly string[]
  /** Address of those who can answer what the docs don't; may be empty. */
  readonly contact: string
}

export interface SearchReply {
  /** Name of the text on a search that failed; empty for one that didn't. */
  readonly fault: '' | 'limited' | 'offline' | 'searchFailed'
  /** Seconds until a limited search is tried again. */
  readonly seconds: number
  readonly results: readonly KeywordResult[]
  /** Shown above the results; may be empty. */
  readonly notice: string
  /** Questions that complete the query. */
  readonly completions: readonly string[]
  /** True if the service keeps feedback. */
  readonly feedback: boolean
  /** True if a search for all results may find more of them. */
  readonly more: boolean
}

/** The reply to a search that didn't fail. */
export function decodeReply(reply: unknown): SearchReply {
  return {
    fault: '',
    seconds: 0,
    results: decodeResults(reply),
    notice: textOf(reply, 'notice'),
    completions: textsOf(reply, 'completions'),
    feedback: isSet(reply, 'feedback'),
    more: isSet(reply, 'more'),
  }
}

export const NO_RESULTS = decodeReply(null)

/** Seconds until a limited search is tried again, where the service names none, and at most: timers end at 24 days. */
const DEFAULT_WAIT_S = 5
const MAX_WAIT_S = 86_400

/** Seconds to wait, by the header `Retry-After`. */
export function waitOf(header: string | null): number {
  return Math.min(Math.max(1, Number(header) || DEFAULT_WAIT_S), MAX_WAIT_S)
}

/** An event of an answer (contract: Events); `keyword` for results in its place, `stop` when the reader stops it. */
export interface ReplyEvent {
  readonly type: string
  /** Its JSON, not decoded yet. */
  readonly data?: unknown
}

/** Results of a KeywordResponse, or sources of an answer, with links that a reader may follow. */
export function decodeResults(reply: unknown, name: 'results' | 'sources' = 'results'): readonly KeywordResult[] {
  return recordsOf(reply, name).flatMap((result) => {
    const url = textOf(result, 'url')
    const [heading, group] = [textOf(result, 'heading'), textOf(result, 'group')]
    const [snippet, version] = [textOf(result, 'snippet'), textOf(result, 'version')]
    const title = textOf(result, 'title') || url
    return isSafeLink(url) ? [{ url, title, heading, group, snippet, version, alsoIn: textsOf(result, 'alsoIn') }] : []
  })
}

/** The data of an `outcome` event; empty texts for anything else. */
export function readOutcome(data: unknown): Outcome {
  return {
    id: textOf(data, 'id'),
    outcome: textOf(data, 'outcome'),
    feedback: isSet(data, 'feedback'),
    followUps: textsOf(data, 'followUps'),
    contact: textOf(data, 'contact'),
  }
}

/** The texts of a list, such as the suggestions of a SuggestionsResponse. */
export function textsOf(reply: unknown, name: string): readonly string[] {
  return recordsOf(reply, name).filter((text) => typeof text === 'string')
}

/** The text of an Error body, or of a warning; empty where there is none. */
export function textOf(reply: unknown, name: string): string {
  const text = fieldOf(reply, name)
  return typeof text === 'string' ? text.slice(0, MAX_TEXT_LENGTH) : ''
}

/** The value of a JSON text, undefined for other text. `parseJson` of base/ costs the bundle 16 bytes more. */
export function parseReply(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** True if a link stays on http, as a relative one does; an empty one is none. */
function isSafeLink(url: string): boolean {
  const base = 'http://localhost'
  return url !== '' && URL.canParse(url, base) && /^https?:$/.test(new URL(url, base).protocol)
}

/** The members of a list, at most 100. */
export function recordsOf(value: unknown, name: string): readonly unknown[] {
  const list = fieldOf(value, name)
  return Array.isArray(list) ? list.slice(0, MAX_RECORDS) : []
}

export function isSet(value: unknown, name: string): boolean {
  return fieldOf(value, name) === true
}

/** A field of a record; undefined for anything else. */
export function fieldOf(value: unknown, name: string): unknown {
  const record: Readonly<Record<string, unknown>> = Object(value)
  return record[name]
}

/** The address of a route below an endpoint, empty for the endpoint itself; it keeps a slash at the end. */
export function addressOf(endpoint: string, route: string): string {
  return endpoint.replace(/\/?$/, (slash) => route + slash)
}

/** Language and version that a page states; absent or empty where it states none. */
export type PageScope = { readonly [Name in 'lang' | 'version']?: string | null | undefined }

/**
 * The filter for a page, by the FilterValues of the service. A member is the value that shares most with the page's:
 * in a site of `en` and `fr` a page in `en-US` is in `en`. Where none fits, it is empty, for sections without a value.
 * It is undefined where the page states none, and where no section has that value.
 */
export function filterFor(values: unknown, { lang, version }: PageScope): PageScope | undefined {
  return values
    ? { lang: nearestTo(lang, textsOf(values, 'lang')), version: nearestTo(version, textsOf(values, 'version')) }
    : undefined
}

function nearestTo(stated: string | null | undefined, values: readonly string[]): string | undefined {
  if (!stated) return undefined
  const page = partsOf(stated)
  const shared = (value: string) => {
    const parts = partsOf(value)
    return parts[0] === page[0] ? parts.filter((part) => page.includes(part)).length : 0
  }
  const nearest = values.reduce((best, value) => (shared(value) > shared(best) ? value : best), '')
  return values.includes(nearest) ? nearest : undefined
}

function partsOf(text: string): readonly string[] {
  return text.toLowerCase().split(/[-_]/)
}
