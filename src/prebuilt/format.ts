/**
 * Chunks and graph -> the text of the prebuilt file. Keys are in a fixed order,
 * and the same chunks and graph give the same bytes. Each chunk has a line of its
 * own, for tools that can't bear one of many megabytes. Decoding a graph is what
 * puts its keys in order.
 */
import type { Chunk } from '../content/chunk.ts'
import { contentHash } from '../content/hash.ts'
import { AskError } from '../base/errors.ts'
import { decodeGraph } from '../graph/decode.ts'
import type { Graph } from '../graph/graph.ts'
import { buildIndex } from '../search/build/build.ts'
import { encodeIndex } from '../search/index/codec.ts'
import { encodeBase64 } from './base64.ts'
import { decodeChunks } from './chunk.ts'
import { hashIndex } from './hash.ts'
import { MAX_PREBUILT_LENGTH, PREBUILT_VERSION } from './prebuilt.ts'

/**
 * The text of the file; builds the index. Throws `AskError('content')` for more
 * than `maxLength` UTF-16 units, `AskError('graph-format')` naming what is wrong
 * of chunks or graph that could not be read again.
 */
export async function formatPrebuilt(chunks: readonly Chunk[], graph: Graph | null, maxLength = MAX_PREBUILT_LENGTH): Promise<string> {
  const lines = decodeChunks(chunks, 'chunks').map((chunk) => JSON.stringify(orderChunk(chunk)))
  const hash = await contentHash(chunks)
  const index = encodeIndex(buildIndex(chunks))
  if (4 * Math.ceil(index.length / 3) > maxLength) throw tooLarge(4 * Math.ceil(index.length / 3), maxLength)
  const rest = [`"index":${JSON.stringify(encodeBase64(index))}`, `"indexHash":${JSON.stringify(await hashIndex(index, hash))}`]
  if (graph !== null) rest.push(`"graph":${JSON.stringify(decodeGraph(graph))}`)
  const length = [...lines, ...rest].reduce((sum, part) => sum + part.length, 0)
  if (length > maxLength) throw tooLarge(length, maxLength)
  return `{"version":${PREBUILT_VERSION},"contentHash":${JSON.stringify(hash)},"chunks":[\n${lines.join(',\n')}\n],\n${rest.join(',\n')}}\n`
}

function tooLarge(length: number, most: number): AskError {
  return new AskError('content', `The content is too large for one file: ${length} characters, at most ${most} fit`)
}

function orderChunk({ id, page, title, heading, parents, group, url, anchor, text, code, lang, path, line }: Chunk): Chunk {
  const spans = code.map(({ start, end, isBlock, lang: word }) => ({ start, end, isBlock, lang: word }))
  return { id, page, title, heading, parents, group, url, anchor, text, code: spans, lang, path, line }
}
