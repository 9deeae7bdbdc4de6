/**
 * The prebuilt index of a site, for hosts without files: a worker imports it as one JSON file instead of reading and
 * indexing content.
 *
 *   { "version", "contentHash", "chunks": Chunk[], "index": base64 of `encodeIndex`, "indexHash", "graph"?: Graph }
 *
 * `contentHash` validates ids and texts of the chunks, `indexHash` that the index was built from them. Keys are in a
 * fixed order (a graph is decoded for that), and the same chunks and graph give the same bytes. Each chunk has a line
 * of its own, because some tools fail on lines of many megabytes.
 */
import { decodeBase64, encodeBase64, formatSha256, sha256 } from '../base/bytes.ts'
import { AskError } from '../base/errors.ts'
import { type Chunk, contentHash } from '../content/chunk.ts'
import { isWeight, WEIGHT_RULE } from '../content/settings.ts'
import { codeSpans, isWellFormed, tableRows } from '../content/structure/encoding.ts'
import { decodeGraph, type Graph } from '../graph/graph.ts'
import { withQueries } from '../graph/queries.ts'
import { type Decode, filledText, formatError, link, objectOf, orNull } from '../graph/shape.ts'
import { buildIndex } from '../search/build/build.ts'
import { decodeIndex, encodeIndex } from '../search/index/codec.ts'
import { createSearcher, type Searcher } from '../search/searcher.ts'

/** Version of the file's shape; the graph and the index in it have their own. */
const PREBUILT_VERSION = 3

/** UTF-16 units of a file: fewer than the half gigabyte that engines hold in one string. */
const MAX_PREBUILT_LENGTH = 402_653_184

/** Chunks of one site. */
const MAX_CHUNKS = 1_000_000

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

/** The members of a chunk, in the order in which they are written; code is derived from the structure. */
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
/** The members that are written if they are there: queries are the graph's. */
const WRITTEN = Object.keys(RULES).filter((name) => name !== 'queries')

/**
 * The chunks at `path`. A file has tens of thousands and a request waits for them, so the path of a field is built only
 * for a fault. Throws `AskError('graph-format')` with the path of the fault.
 */
const decodeChunks: Decode<readonly Chunk[]> = (value, path) => {
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

/** The decoded file. */
export interface Prebuilt {
  readonly chunks: readonly Chunk[]
  readonly searcher: Searcher
  /** Hash of the chunks, as in a graph built from them. */
  readonly contentHash: string
  /** Null if it was built without one. */
  readonly graph: Graph | null
}

/**
 * The text of the file; builds the index. Throws `AskError('content')` for more than `maxLength` UTF-16 units,
 * `AskError('graph-format')` with the fault of chunks or a graph that could not be decoded again.
 *
 * @example
 * const chunks = chunkPages(readSite([{ path: 'a.md', text: '# Routes\n\nA path.' }]).pages)
 * const text = await formatPrebuilt(chunks, null)
 * createAsk({ prebuilt: async () => JSON.parse(text) }).answer // null
 */
export async function formatPrebuilt(
  chunks: readonly Chunk[],
  graph: Graph | null,
  maxLength = MAX_PREBUILT_LENGTH,
): Promise<string> {
  const lines = decodeChunks(chunks, 'chunks').map((chunk) => JSON.stringify(chunk, WRITTEN))
  const hash = await contentHash(chunks)
  const index = encodeIndex(buildIndex(withQueries(chunks, graph, hash)))
  const base64Length = 4 * Math.ceil(index.length / 3)
  if (base64Length > maxLength) throw tooLarge(base64Length, maxLength)
  const indexHash = await hashIndex(index, hash)
  const fields = [`"index":${JSON.stringify(encodeBase64(index))}`, `"indexHash":${JSON.stringify(indexHash)}`]
  if (graph !== null) fields.push(`"graph":${JSON.stringify(decodeGraph(graph))}`)
  const length = [...lines, ...fields].reduce((sum, part) => sum + part.length, 0)
  if (length > maxLength) throw tooLarge(length, maxLength)
  const head = `{"version":${PREBUILT_VERSION},"contentHash":${JSON.stringify(hash)},"chunks":[\n`
  return `${head}${lines.join(',\n')}\n],\n${fields.join(',\n')}}\n`
}

function tooLarge(length: number, most: number): AskError {
  return new AskError('content', `The content is too large for one file: ${length} characters, at most ${most} fit`)
}

/**
 * The prebuilt file in `value`, ready to be searched. All of it is checked before any of it is used. Throws
 * `AskError('index-format')` with the fault of any other value.
 *
 * @example
 * const chunks = chunkPages(readSite([{ path: 'a.md', text: '# Routes\n\nA path.' }]).pages)
 * const { searcher } = await decodePrebuilt(JSON.parse(await formatPrebuilt(chunks, null)))
 * searcher.search('route')[0].url // '/a/'
 */
export async function decodePrebuilt(value: unknown): Promise<Prebuilt> {
  try {
    return await decode(value)
  } catch (cause) {
    if (!(cause instanceof AskError)) throw cause
    const message = `The prebuilt index can't be used, run \`ask index build\`: ${cause.message}`
    throw new AskError('index-format', message, { cause })
  }
}

async function decode(value: unknown): Promise<Prebuilt> {
  const { contentHash: hash, indexHash, chunks, index: bytes, graph } = decodeFields(value, '')
  if ((await contentHash(chunks)) !== hash) throw formatError('chunks', 'are not those that were indexed')
  if ((await hashIndex(bytes, hash)) !== indexHash) throw formatError('index', 'was not built from these chunks, or is damaged')
  return {
    chunks,
    searcher: createSearcher(withQueries(chunks, graph, hash), { index: decodeIndex(bytes), rowsOf: tableRows }),
    contentHash: hash,
    graph,
  }
}

const version: Decode<typeof PREBUILT_VERSION> = (value, path) => {
  if (value === PREBUILT_VERSION) return PREBUILT_VERSION
  const expected = `must be ${PREBUILT_VERSION}`
  if (typeof value !== 'number') throw formatError(path, `${expected}: this is no file of \`ask index build\``)
  throw formatError(path, `${expected}, found ${value}${value > PREBUILT_VERSION ? '; update ask-service' : ''}`)
}

/** The graph in the file, with errors that name it. */
const includedGraph: Decode<Graph> = (value, path) => {
  try {
    return decodeGraph(value)
  } catch (cause) {
    if (!(cause instanceof AskError)) throw cause
    throw formatError(path, `can't be read: ${cause.message}`)
  }
}

const base64: Decode<Uint8Array> = (value, path) => {
  if (typeof value !== 'string') throw formatError(path, 'must be a text')
  if (value.length > MAX_PREBUILT_LENGTH) throw formatError(path, `must have at most ${MAX_PREBUILT_LENGTH} characters`)
  const bytes = decodeBase64(value)
  if (bytes === null) throw formatError(path, 'must be base64')
  return bytes
}

const decodeFields = objectOf({
  version,
  contentHash: filledText,
  indexHash: filledText,
  chunks: decodeChunks,
  index: base64,
  graph: orNull(includedGraph),
})

/** The hash of an index: `sha256:` and 64 hex digits. */
export async function hashIndex(index: Uint8Array, contentHash: string): Promise<string> {
  return formatSha256(await sha256(new TextEncoder().encode(contentHash), index))
}
