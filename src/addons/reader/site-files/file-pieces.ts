/**
 * The bytes of files in pieces, whole or a range of them (RFC 9110, 14). Replies that send a file at the same time
 * share its pieces, so that many slow readers need hardly more memory than one.
 */
import type { FileHandle } from 'node:fs/promises'
import { PIECE_BYTES } from '../../../core/http.ts'
import { openFileBelow } from '../../../core/node.ts'

/** Pieces in the cache: 8 MiB. The oldest leave first. */
const MAX_CACHED_PIECES = 128
/** A header with one range. A request for several ranges gets the whole file. */
const RANGE = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i

/** A half-open range of bytes. */
interface ByteRange {
  readonly start: number
  readonly end: number
}

/** The version of a file that the headers of its reply describe. */
export interface FileVersion {
  /** Path of the file within the reader's folder. */
  readonly file: string
  readonly size: number
  readonly mtimeMs: number
}

/** Bytes that are sent in addition, at an offset of the file. */
export interface Insertion {
  readonly offset: number
  readonly bytes: Uint8Array
}

/** The bytes of a file that are sent. */
interface FilePart {
  /** Default: the whole file. */
  readonly range?: ByteRange
  /** Bytes added to the whole file; without a range only. */
  readonly insertion?: Insertion | null
}

/** The bytes of a file in pieces. The file is opened for the first piece that has to be read. */
type ReadPieces = (version: FileVersion, part?: FilePart) => AsyncGenerator<Uint8Array>

/** A reader of files in the folder `root`, a real path. Its calls share pieces, which must not be changed. */
export function createPieceReader(root: string): ReadPieces {
  const pieces = new Map<string, Promise<Uint8Array>>()

  function cachedPiece(key: string, read: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const cached = pieces.get(key)
    if (cached !== undefined) return cached
    const piece = read()
    pieces.set(key, piece)
    piece.catch(() => pieces.delete(key))
    for (const oldest of pieces.keys()) {
      if (pieces.size <= MAX_CACHED_PIECES) break
      pieces.delete(oldest)
    }
    return piece
  }

  return async function* readPieces({ file, size, mtimeMs }, { range, insertion = null } = {}) {
    /** Empty until a piece has to be read, then the one open file. */
    const handles: FileHandle[] = []

    async function readPiece(at: number, length: number): Promise<Uint8Array> {
      const handle = handles[0] ?? (await openFileBelow(root, file))
      if (handle === null) throw new Error('A file is no longer in its folder')
      handles[0] = handle
      return readFully(handle, at, length)
    }

    async function* readRange(start: number, end: number): AsyncGenerator<Uint8Array> {
      // Pieces begin at multiples of their size, so that all replies share them, whatever part of the file they send.
      for (let at = start - (start % PIECE_BYTES); at < end; at += PIECE_BYTES) {
        const length = Math.min(PIECE_BYTES, size - at)
        const piece = await cachedPiece(`${mtimeMs} ${size} ${at} ${file}`, () => readPiece(at, length))
        const isWhole = at >= start && at + length <= end
        yield isWhole ? piece : piece.subarray(Math.max(0, start - at), Math.min(length, end - at))
      }
    }

    const { start, end } = range ?? { start: 0, end: size }
    try {
      if (insertion === null) yield* readRange(start, end)
      else {
        yield* readRange(0, insertion.offset)
        yield insertion.bytes
        yield* readRange(insertion.offset, size)
      }
    } finally {
      for (const handle of handles) await handle.close()
    }
  }
}

async function readFully(handle: FileHandle, start: number, length: number): Promise<Uint8Array> {
  const piece = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await handle.read(piece, filled, length - filled, start + filled)
    if (bytesRead === 0) throw new Error('A file became shorter while it was sent')
    filled += bytesRead
  }
  return piece
}

/**
 * The range in a file of `size` bytes; null for no readable range, so that the whole file is sent; `unsatisfiable` for
 * a range that begins after the end of the file.
 */
export function parseRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = RANGE.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  if (first !== '' && last !== '' && Number(last) < start) return null
  return start < end ? { start, end } : 'unsatisfiable'
}
