/**
 * Chunks and graph -> the text of the prebuilt file. Keys are in a fixed order
 * (a graph is decoded for that), and the same chunks and graph give the same
 * bytes. Each chunk has a line of its own, because some tools fail on lines of
 * many megabytes.
 */
import { encodeBase64 } from '../base/bytes.ts'
import { AskError } from '../base/errors.ts'
import type { Chunk } from '../content/chunk.ts'
import { contentHash } from '../content/hash.ts'
import { decodeGraph } from '../graph/format.ts'
import type { Graph } from '../graph/graph.ts'
import { withQueries } from '../graph/queries.ts'
import { buildIndex } from '../search/build/build.ts'
import { encodeIndex } from '../search/index/codec.ts'
import { decodeChunks } from './chunk.ts'
import { hashIndex, MAX_PREBUILT_LENGTH, PREBUILT_VERSION } from './prebuilt.ts'

/**
 * The text of the file; builds the index. Throws `AskError('content')` for more
 * than `maxLength` UTF-16 units, `AskError('graph-format')` with the fault of
 * chunks or a graph that could not be decoded again.
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
  const lines = decodeChunks(chunks, 'chunks').map((chunk) => JSON.stringify(orderChunk(chunk)))
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

/** The members that are written, in their order; an absent weight is left out. */
function orderChunk(chunk: Chunk): Omit<Chunk, 'code'> {
  const { id, page, title, heading, parents, group, url, anchor } = chunk
  const { text, structure, linkTexts, lang, version, weight, path, line } = chunk
  const place = { path, line }
  const fields = { id, page, title, heading, parents, group, url, anchor, text, structure, linkTexts, lang, version }
  return weight === undefined ? { ...fields, ...place } : { ...fields, weight, ...place }
}
