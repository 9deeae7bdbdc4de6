/**
 * Unknown JSON -> chunks. A file has tens of thousands and a request waits for
 * them, so they are checked in place and not copied, and the path of a field is
 * built only for a fault.
 */
import type { Chunk } from '../content/chunk.ts'
import type { CodeSpan } from '../content/page.ts'
import { type Decode, link, formatError } from '../graph/shape.ts'

/** Chunks of one site. */
const MAX_CHUNKS = 1_000_000

/** The rule for a field. */
interface Rule {
  readonly message: string
  readonly test: (value: unknown) => boolean
}

const isText = (value: unknown) => typeof value === 'string'
const TEXT: Rule = { message: 'must be a text', test: isText }
const FILLED: Rule = { message: 'must be a text that is not empty', test: (value) => isText(value) && value !== '' }
const TEXT_OR_NULL: Rule = { message: 'must be a text or null', test: (value) => value === null || isText(value) }
const TEXTS: Rule = { message: 'must be a list of texts', test: (value) => Array.isArray(value) && value.every(isText) }
const LIST: Rule = { message: 'must be a list', test: Array.isArray }
const LINE: Rule = { message: 'must be a line number', test: Number.isSafeInteger }

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

/** The chunks at `path`, the same objects as given. Throws `AskError('graph-format')` with the path of the fault. */
export const decodeChunks: Decode<readonly Chunk[]> = (value, path) => {
  if (!Array.isArray(value)) throw formatError(path, 'must be a list')
  if (value.length > MAX_CHUNKS) throw formatError(path, `must have at most ${MAX_CHUNKS} items, found ${value.length}`)
  return value.map((item: unknown, i) => decodeChunk(item, `${path}[${i}]`))
}

const decodeChunk: Decode<Chunk> = (value, path) => {
  if (typeof value !== 'object' || value === null) throw formatError(path, 'must be an object')
  const fields = value as Readonly<Record<string, unknown>>
  for (const [name, { message, test }] of NAMED_RULES) {
    if (!test(fields[name])) throw formatError(`${path}.${name}`, message)
  }
  const chunk = value as Chunk
  link(chunk.url, `${path}.url`)
  if (areSpans(chunk.code, chunk.text.length)) return chunk
  throw formatError(`${path}.code`, 'must be ranges of the text, in order and without overlap')
}

function areSpans(spans: readonly unknown[], length: number): boolean {
  let last = 0
  for (const span of spans) {
    if (typeof span !== 'object' || span === null) return false
    const { start, end, isBlock, lang } = span as Readonly<Record<keyof CodeSpan, unknown>>
    if (!isOffset(start) || !isOffset(end) || start < last || end < start || end > length) return false
    if (typeof isBlock !== 'boolean' || !TEXT_OR_NULL.test(lang)) return false
    last = end
  }
  return true
}

function isOffset(value: unknown): value is number {
  return Number.isSafeInteger(value)
}
