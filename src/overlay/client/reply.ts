/**
 * What the service sends -> records, decoded and bounded. What has the wrong
 * shape is left out rather than trusted, and so is a link that no reader should follow.
 */
import { parseJson } from '../../base/json.ts'
import type { AnswerEvent, KeywordResult, Source } from '../../answer/events/event.ts'

/** Results, suggestions or sources of one reply. */
const MAX_RECORDS = 100
/** UTF-16 units of one text. */
const MAX_TEXT_LENGTH = 20_000

/** Events of an answer, the results that came in its place, and that the reader stopped it. */
export type ReplyEvent =
  | AnswerEvent
  | { readonly type: 'keyword'; readonly results: readonly KeywordResult[]; readonly warning: string }
  | { readonly type: 'stop' }

/** Results of a KeywordResponse. */
export function decodeResults(reply: unknown): readonly KeywordResult[] {
  return recordsOf(reply, 'results').flatMap((result) => {
    const place = placeOf(result)
    const snippet = textOf(result, 'snippet')
    return place === null ? [] : [{ ...place, title: place.title ?? place.url, snippet }]
  })
}

/** Suggestions of a SuggestionsResponse. */
export function decodeSuggestions(reply: unknown): readonly string[] {
  return recordsOf(reply, 'suggestions').filter((text) => typeof text === 'string')
}

/** The text of an Error body, or of a warning; empty where there is none. */
export function textOf(reply: unknown, name: string): string {
  const text = fieldOf(reply, name)
  return typeof text === 'string' ? text.slice(0, MAX_TEXT_LENGTH) : ''
}

/** An event of the answer stream, null for one that this version doesn't know. */
export function decodeEvent(type: string, data: string): AnswerEvent | null {
  const value = parseJson(data)
  switch (type) {
    case 'search':
      return { type, query: textOf(value, 'query') }
    case 'sources':
      return { type, sources: recordsOf(value, type).flatMap((source) => placeOf(source) ?? []), model: '' }
    case 'token':
      return { type, text: textOf(value, 'text') }
    case 'error':
      return { type, error: textOf(value, type) }
    default:
      return type === 'done' ? { type } : null
  }
}

function placeOf(value: unknown): Source | null {
  const url = textOf(value, 'url')
  const named = (name: string): object => (textOf(value, name) === '' ? {} : { [name]: textOf(value, name) })
  return isSafeLink(url) ? { url, ...named('title'), ...named('heading'), ...named('group') } : null
}

/** Whether it stays on http: a relative link does. */
function isSafeLink(url: string): boolean {
  const base = 'http://localhost'
  return url !== '' && URL.canParse(url, base) && /^https?:$/.test(new URL(url, base).protocol)
}

function recordsOf(value: unknown, name: string): readonly unknown[] {
  const list = fieldOf(value, name)
  return Array.isArray(list) ? list.slice(0, MAX_RECORDS) : []
}

function fieldOf(value: unknown, name: string): unknown {
  const record: Readonly<Record<string, unknown>> = Object(value)
  return record[name]
}
