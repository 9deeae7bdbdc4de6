/**
 * A deployed service as `Knowledge`: the same reads as over a graph file, by
 * HTTP. Replies are decoded, never trusted.
 */
import { AskError } from '../base/errors.ts'
import { decodeGlossaryEntry, decodeNode } from '../graph/decode.ts'
import type { Knowledge, Overview, SectionSummary } from '../graph/knowledge.ts'
import { type Decode, fieldsOf, filledText, link, listOf, orNull, text } from '../graph/shape.ts'
import type { SearchResult } from '../search/result.ts'
import { parseAddress } from './address.ts'
import { requestJson, type Transport } from './request.ts'

/** Records of one list. */
const MAX_RECORDS = 1_000_000
const TIMEOUT_MS = 20_000

export interface EndpointOptions {
  /** How requests are sent. Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch
  /** Longest wait for one whole reply, in ms. Default 20,000. */
  readonly timeoutMs?: number
}

/** Throws an `OptionError` for anything but an http(s) address; every read rejects with `AskError('endpoint')`. */
export function createEndpointKnowledge(
  address: string,
  { fetch = globalThis.fetch, timeoutMs = TIMEOUT_MS }: EndpointOptions = {},
): Knowledge {
  const base = parseAddress(address)
  const transport: Transport = { fetch, timeoutMs }

  /** What stands at a path of the service; null where the service says that there is nothing. */
  async function readOrNull<T>(path: string, decode: Decode<T>): Promise<T | null> {
    const url = base + path
    const { status, json } = await requestJson(url, transport)
    return status === 404 ? null : decodeReply(url, json, decode)
  }

  async function read<T>(path: string, decode: Decode<T>): Promise<T> {
    const found = await readOrNull(path, decode)
    if (found === null) throw new AskError('endpoint', `${base}${path} is not there (404): the service has no such read`)
    return found
  }

  async function search(query: string, limit: number) {
    const { status, json } = await requestJson(base, transport, { query, mode: 'keyword' })
    if (status === 404) throw new AskError('endpoint', `${base} is not there (404): is this the address of an ask service?`)
    const found = decodeReply(base, json, decodeFound).slice(0, limit)
    if (found.length === 0) return { query, results: [] }
    const { sections } = await read('/sections', decodeSections)
    const ids = new Map(sections.map(({ id, url }) => [url, id]))
    return { query, results: found.map((one): SearchResult => ({ id: ids.get(one.url) ?? idOfUrl(one.url), ...one })) }
  }

  return {
    glossary: () => read('/glossary', decodeGlossary),
    term: async (name) => (isSegment(name) ? readOrNull(`/glossary/${segment(name)}`, decodeGlossaryEntry) : null),
    sections: (group) => read(group === null ? '/sections' : `/sections?group=${segment(group)}`, decodeSections),
    section: async (id) => (isSegment(id) ? readOrNull(`/sections/${segment(id)}`, decodeNode) : null),
    overview: () => read('/overview', decodeOverview),
    search,
  }
}

/** What a reply of the service holds, or an `AskError('endpoint')` that names the address. */
export function decodeReply<T>(url: string, json: unknown, decode: Decode<T>): T {
  try {
    return decode(json, '')
  } catch (cause) {
    if (!(cause instanceof AskError)) throw cause
    throw new AskError('endpoint', `${url} answers with other JSON than an ask service: ${cause.message}`, { cause })
  }
}

/** Without content, or read as a step in the path, a name would ask for another route. */
function isSegment(name: string): boolean {
  return name.trim() !== '' && name !== '.' && name !== '..'
}

function segment(name: string): string {
  return encodeURIComponent(name.toWellFormed())
}

/** The id a section has where the list doesn't tell: its path and anchor. */
function idOfUrl(url: string): string {
  const [path = '', anchor] = url.replace(/^https?:\/\/[^/]*/, '').split('#')
  const slug = path.replace(/^\/|\/$/g, '') || 'index'
  return anchor === undefined ? slug : `${slug}#${anchor}`
}

const decodeGlossary: Decode<{ readonly terms: readonly ReturnType<typeof decodeGlossaryEntry>[] }> = (value, path) => ({
  terms: fieldsOf(value, path)('terms', listOf(decodeGlossaryEntry, MAX_RECORDS)),
})

const decodeSections: Decode<{ readonly sections: readonly SectionSummary[] }> = (value, path) => ({
  sections: fieldsOf(value, path)('sections', listOf(decodeSummary, MAX_RECORDS)),
})

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

const decodeOverview: Decode<Overview> = (value, path) => {
  const field = fieldsOf(value, path)
  return { overview: field('overview', text), context: field('context', text) }
}

type Found = Omit<SearchResult, 'id'>

const decodeFound: Decode<readonly Found[]> = (value, path) =>
  fieldsOf(value, path)('results', listOf(decodeResult, MAX_RECORDS))

/** One keyword result as it is on the wire. */
export const decodeResult: Decode<Found> = (value, path) => {
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
