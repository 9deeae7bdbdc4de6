/**
 * Pieces of bytes -> lines of bytes. Only a line feed ends a line: readline also breaks at U+2028, which JSON may
 * contain unescaped.
 */

const LINE_FEED = 0x0a

/** A splitter that takes its bytes in pieces. */
export interface LineSplitter {
  /** The lines that end in this piece, without line feeds; null in place of a line that is too long. */
  readonly push: (piece: Buffer) => (Buffer | null)[]
  /** The bytes after the last line feed; null if they are too many. */
  readonly finish: () => Buffer | null
}

/** A splitter into lines of at most `maxBytes`. The bytes of a longer line are dropped as they come. */
export function createLineSplitter(maxBytes: number): LineSplitter {
  let pieces: Buffer[] = []
  let bytes = 0

  function add(piece: Buffer): void {
    bytes += piece.length
    if (bytes > maxBytes) pieces = []
    else pieces.push(piece)
  }

  function takeLine(): Buffer | null {
    const [piece] = pieces
    const line = bytes > maxBytes ? null : piece !== undefined && pieces.length === 1 ? piece : Buffer.concat(pieces)
    pieces = []
    bytes = 0
    return line
  }

  function push(piece: Buffer): (Buffer | null)[] {
    const lines: (Buffer | null)[] = []
    let start = 0
    for (let end = piece.indexOf(LINE_FEED); end !== -1; end = piece.indexOf(LINE_FEED, start)) {
      add(piece.subarray(start, end))
      lines.push(takeLine())
      start = end + 1
    }
    if (start < piece.length) add(piece.subarray(start))
    return lines
  }

  return { push, finish: takeLine }
}
