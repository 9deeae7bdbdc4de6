/**
 * Bytes in pieces -> lines of bytes. Only a line feed ends a line: readline
 * also breaks at U+2028, which JSON may hold as it is.
 */

const LINE_FEED = 0x0a

/** A splitter that is fed. */
export interface LineSplitter {
  /** The lines that this piece ends, without their line feeds; null stands for one that is too long. */
  readonly push: (piece: Buffer) => (Buffer | null)[]
  /** What came behind the last line feed; null when it is too long. */
  readonly rest: () => Buffer | null
}

/** Lines of at most `maxBytes`; of a longer one nothing is kept. */
export function createLineSplitter(maxBytes: number): LineSplitter {
  let pieces: Buffer[] = []
  let bytes = 0

  function add(piece: Buffer): void {
    bytes += piece.length
    if (bytes > maxBytes) pieces = []
    else pieces.push(piece)
  }

  function take(): Buffer | null {
    const line = bytes > maxBytes ? null : Buffer.concat(pieces)
    pieces = []
    bytes = 0
    return line
  }

  function push(piece: Buffer): (Buffer | null)[] {
    const lines: (Buffer | null)[] = []
    let start = 0
    for (let end = piece.indexOf(LINE_FEED); end !== -1; end = piece.indexOf(LINE_FEED, start)) {
      add(piece.subarray(start, end))
      lines.push(take())
      start = end + 1
    }
    if (start < piece.length) add(piece.subarray(start))
    return lines
  }

  return { push, rest: take }
}
