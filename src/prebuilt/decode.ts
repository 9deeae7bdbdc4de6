/**
 * Unknown JSON -> what `formatPrebuilt` wrote, ready to be searched. All of it is
 * checked before any is used: shapes, that ids and texts of the chunks are
 * those that were indexed (their hash), and that the index was built of them (its hash, the ids).
 */
import { contentHash } from '../content/hash.ts'
import { AskError } from '../base/errors.ts'
import { decodeGraph } from '../graph/decode.ts'
import type { Graph } from '../graph/graph.ts'
import { type Decode, fieldsOf, filledText, orNull, unfit } from '../graph/shape.ts'
import { decodeIndex } from '../search/index/codec.ts'
import { createSearcher } from '../search/searcher.ts'
import { decodeBase64 } from './base64.ts'
import { decodeChunks } from './chunk.ts'
import { hashIndex } from './hash.ts'
import { MAX_PREBUILT_LENGTH, PREBUILT_VERSION, type Prebuilt } from './prebuilt.ts'

/** Throws `AskError('index-format')`, which says what is wrong, for anything else. */
export async function decodePrebuilt(value: unknown): Promise<Prebuilt> {
  try {
    return await decode(value)
  } catch (cause) {
    if (!(cause instanceof AskError)) throw cause
    throw new AskError('index-format', `The prebuilt index can't be used, run \`ask index build\`: ${cause.message}`, { cause })
  }
}

async function decode(value: unknown): Promise<Prebuilt> {
  const field = fieldsOf(value, '')
  field('version', version)
  const hash = field('contentHash', filledText)
  const indexHash = field('indexHash', filledText)
  const chunks = field('chunks', decodeChunks)
  const bytes = field('index', base64)
  const graph = field('graph', orNull(ownGraph))
  if ((await contentHash(chunks)) !== hash) throw unfit('chunks', 'are not those that were indexed')
  if ((await hashIndex(bytes, hash)) !== indexHash) throw unfit('index', 'was not built of these chunks, or is damaged')
  return { chunks, searcher: createSearcher(chunks, { index: decodeIndex(bytes) }), contentHash: hash, graph }
}

const version: Decode<typeof PREBUILT_VERSION> = (value, path) => {
  if (value === PREBUILT_VERSION) return PREBUILT_VERSION
  if (typeof value !== 'number') throw unfit(path, `must be ${PREBUILT_VERSION}: this is no file of \`ask index build\``)
  throw unfit(path, `must be ${PREBUILT_VERSION}, found ${value}${value > PREBUILT_VERSION ? '; update ask-service' : ''}`)
}

/** Says whose version and sections it is that are wrong. */
const ownGraph: Decode<Graph> = (value, path) => {
  try {
    return decodeGraph(value)
  } catch (cause) {
    if (!(cause instanceof AskError)) throw cause
    throw unfit(path, `can't be read: ${cause.message}`)
  }
}

const base64: Decode<Uint8Array> = (value, path) => {
  if (typeof value !== 'string') throw unfit(path, 'must be a text')
  if (value.length > MAX_PREBUILT_LENGTH) throw unfit(path, `must have at most ${MAX_PREBUILT_LENGTH} characters`)
  const bytes = decodeBase64(value)
  if (bytes === null) throw unfit(path, 'must be base64')
  return bytes
}
