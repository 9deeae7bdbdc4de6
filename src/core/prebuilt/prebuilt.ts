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
import { tableRows } from '../content/structure/encoding.ts'
import { decodeGraph } from '../graph/format.ts'
import type { Graph } from '../graph/graph.ts'
import { withQueries } from '../graph/queries.ts'
import { type Decode, filledText, formatError, objectOf, orNull } from '../graph/shape.ts'
import { buildIndex } from '../search/build/build.ts'
import { decodeIndex, encodeIndex } from '../search/index/codec.ts'
import { createSearcher, type Searcher } from '../search/searcher.ts'
import { decodeChunks } from './chunk.ts'

/** Version of the file's shape; the graph and the index in it have their own. */
const PREBUILT_VERSION = 3

/** UTF-16 units of a file: fewer than the half gigabyte that engines hold in one string. */
const MAX_PREBUILT_LENGTH = 402_653_184

/** The members of a chunk that are written, in their order; an absent weight is left out. */
const MEMBERS: (keyof Chunk)[] = [
  'id', 'page', 'title', 'heading', 'parents', 'group', 'url', 'anchor', 'text', 'structure', 'linkTexts', 'lang',
  'version', 'weight', 'path', 'line',
]

/** The decoded file. */
export interface Prebuilt {
  readonly chunks: readonly Chunk[]
  /** The searcher of the chunks. */
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
  const lines = decodeChunks(chunks, 'chunks').map((chunk) => JSON.stringify(chunk, MEMBERS))
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

/** The fields of the file, each by itself. */
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
