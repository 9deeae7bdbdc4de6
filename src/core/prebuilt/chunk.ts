/**
 * Unknown JSON -> chunks. A file has tens of thousands and a request waits for
 * them, so the path of a field is built only for a fault.
 */
import type { Chunk } from '../content/chunk.ts'
import { isWeight, WEIGHT_RULE } from '../content/settings.ts'
import { codeSpans, isWellFormed } from '../content/structure/encoding.ts'
import { type Decode, formatError, link } from '../graph/shape.ts'

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
const LINE: Rule = { message: 'must be a line number', test: Number.isSafeInteger }

const RULES: Readonly<Record<Exclude<keyof Chunk, 'code'>, Rule>> = {
  id: FILLED,
  page: FILLED,
  title: TEXT,
  heading: TEXT_OR_NULL,
  parents: TEXTS,
  group: TEXT_OR_NULL,
  url: FILLED,
  anchor: TEXT_OR_NULL,
  text: TEXT,
  structure: TEXT,
  linkTexts: TEXTS,
  queries: { ...TEXTS, test: (value) => value === undefined || TEXTS.test(value) },
  lang: TEXT_OR_NULL,
  version: TEXT_OR_NULL,
  isDefaultVersion: { message: 'must be true or absent', test: (value) => value === undefined || value === true },
  weight: { message: WEIGHT_RULE, test: (value) => value === undefined || isWeight(value) },
  path: TEXT,
  line: LINE,
}
const NAMED_RULES = Object.entries(RULES)

/** The chunks at `path`. Throws `AskError('graph-format')` with the path of the fault. */
export const decodeChunks: Decode<readonly Chunk[]> = (value, path) => {
  if (!Array.isArray(value)) throw formatError(path, 'must be a list')
  if (value.length > MAX_CHUNKS) throw formatError(path, `must have at most ${MAX_CHUNKS} items, found ${value.length}`)
  return value.map((item: unknown, i) => decodeChunk(item, `${path}[${i}]`))
}

/** The chunk in the value at `path`; see `decodeChunks`. */
export const decodeChunk: Decode<Chunk> = (value, path) => {
  if (typeof value !== 'object' || value === null) throw formatError(path, 'must be an object')
  const fields = value as Readonly<Record<string, unknown>>
  for (const [name, { message, test }] of NAMED_RULES) {
    if (!test(fields[name])) throw formatError(`${path}.${name}`, message)
  }
  const chunk = value as Omit<Chunk, 'code'>
  link(chunk.url, `${path}.url`)
  if (!isWellFormed(chunk.structure, chunk.text.length)) {
    throw formatError(`${path}.structure`, 'must be a structure of the text')
  }
  return { ...chunk, code: codeSpans(chunk.structure) }
}
