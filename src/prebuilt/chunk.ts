/**
 * Unknown JSON -> chunks. There are tens of thousands in a file and a reader is
 * waiting, so they are checked where they lie and not copied, and the path of a
 * field is put together only where it is wrong.
 */
import type { Chunk } from '../content/chunk.ts'
import type { CodeSpan } from '../content/page.ts'
import { type Decode, link, unfit } from '../graph/shape.ts'

/** Chunks of one site. */
const MAX_CHUNKS = 1_000_000

/** What a value must be. */
interface Rule {
  readonly says: string
  readonly holds: (value: unknown) => boolean
}

const isText = (value: unknown) => typeof value === 'string'
const TEXT: Rule = { says: 'must be a text', holds: isText }
const FILLED: Rule = { says: 'must be a text that is not empty', holds: (value) => isText(value) && value !== '' }
const TEXT_OR_NULL: Rule = { says: 'must be a text or null', holds: (value) => value === null || isText(value) }
const TEXTS: Rule = { says: 'must be a list of texts', holds: (value) => Array.isArray(value) && value.every(isText) }
const LIST: Rule = { says: 'must be a list', holds: Array.isArray }
const LINE: Rule = { says: 'must be a line number', holds: Number.isSafeInteger }

const RULES: Readonly<Record<keyof Chunk, Rule>> = {
  id: FILLED,
  page: FILLED,
  title: TEXT,
  heading: TEXT_OR_NULL,
  parents: TEXTS,
  group: TEXT_OR_NULL,
  url: FILLED,
  anchor: TEXT_OR_NULL,
  text: TEXT,
  code: LIST,
  lang: TEXT_OR_NULL,
  path: TEXT,
  line: LINE,
}
const NAMED_RULES = Object.entries(RULES)

/** The chunks at `path`, the very objects that are given. Throws `AskError('graph-format')` naming the JSON path of what is wrong. */
export const decodeChunks: Decode<readonly Chunk[]> = (value, path) => {
  if (!Array.isArray(value)) throw unfit(path, 'must be a list')
  if (value.length > MAX_CHUNKS) throw unfit(path, `must have at most ${MAX_CHUNKS} items, found ${value.length}`)
  return value.map((item: unknown, i) => decodeChunk(item, `${path}[${i}]`))
}

const decodeChunk: Decode<Chunk> = (value, path) => {
  if (typeof value !== 'object' || value === null) throw unfit(path, 'must be an object')
  const fields = value as Readonly<Record<string, unknown>>
  for (const [name, { says, holds }] of NAMED_RULES) {
    if (!holds(fields[name])) throw unfit(`${path}.${name}`, says)
  }
  const chunk = value as Chunk
  link(chunk.url, `${path}.url`)
  if (!areSpans(chunk.code, chunk.text.length)) throw unfit(`${path}.code`, 'must be ranges of the text, in order and apart')
  return chunk
}

function areSpans(spans: readonly unknown[], length: number): boolean {
  let last = 0
  for (const span of spans) {
    if (typeof span !== 'object' || span === null) return false
    const { start, end, isBlock, lang } = span as Readonly<Record<keyof CodeSpan, unknown>>
    if (!isOffset(start) || !isOffset(end) || start < last || end < start || end > length) return false
    if (typeof isBlock !== 'boolean' || !TEXT_OR_NULL.holds(lang)) return false
    last = end
  }
  return true
}

function isOffset(value: unknown): value is number {
  return Number.isSafeInteger(value)
}
