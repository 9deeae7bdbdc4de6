/**
 * Unknown JSON -> the prebuilt file that `formatPrebuilt` wrote, ready to be
 * searched. All of it is checked before any of it is used: the shapes, that ids
 * and texts of the chunks are those that were indexed (their hash), and that
 * the index was built from them (its hash, the ids).
 */
import { decodeBase64 } from '../base/bytes.ts'
import { AskError } from '../base/errors.ts'
import { contentHash } from '../content/hash.ts'
import { tableRows } from '../content/structure/encoding.ts'
import { decodeGraph } from '../graph/format.ts'
import type { Graph } from '../graph/graph.ts'
import { withQueries } from '../graph/queries.ts'
import { type Decode, filledText, formatError, objectOf, orNull } from '../graph/shape.ts'
import { decodeIndex } from '../search/index/codec.ts'
import { createSearcher } from '../search/searcher.ts'
import { decodeChunks } from './chunk.ts'
import { hashIndex, MAX_PREBUILT_LENGTH, type Prebuilt, PREBUILT_VERSION } from './prebuilt.ts'

/**
 * The prebuilt file in `value`. Throws `AskError('index-format')` with the fault of any other value.
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
