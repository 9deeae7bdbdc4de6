/**
 * An MCP session on the standard streams of this process: bytes to lines and back. After the client has closed its end,
 * the session completes the calls under way; the limits of each call bound that time.
 */
import { Console } from 'node:console'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { parseJson } from '../../base/json.ts'
import type { Session } from '../../mcp/session.ts'

/** Longest message, which is one line. */
const MAX_LINE_BYTES = 16_777_216
/** Bytes of replies that the client hasn't read; above this, no more is read from the client. */
const MAX_UNREAD_BYTES = 67_108_864
/** Longest time without progress while the client reads the last replies. */
const MAX_STALL_MS = 10_000
/** Time for the client to read the last replies of a stopped session. */
const STOPPED_FLUSH_MS = 200

const LINE_FEED = 0x0a

/** Flags to collect garbage early instead of growing. They halve the resident memory for a graph of 4,000 sections. */
const SMALL_HEAP = ['--optimize-for-size', '--semi-space-growth-factor=1']

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Serves until stdin has ended and all calls have their replies. If stdout closes or `stopped` settles before that,
 * calls under way are aborted. Only tests give other streams than those of the process.
 */
export async function serveStdio(
  createSession: (send: (line: string) => void) => Session,
  stopped: Promise<void>,
  { stdin, stdout }: { readonly stdin: Readable; readonly stdout: Writable } = process,
): Promise<void> {
  // What `console` prints would be part of the protocol.
  if (stdout === process.stdout) globalThis.console = new Console(process.stderr, process.stderr)
  const session = createSession(send)
  const closed = new Promise<'closed'>((resolve) => {
    for (const event of ['error', 'close']) stdout.on(event, () => resolve('closed'))
  })
  let isOpen = true

  function send(line: string): void {
    if (!isOpen) return
    stdout.write(`${line}\n`)
    if (stdout.writableLength <= MAX_UNREAD_BYTES || stdin.isPaused()) return
    stdin.pause()
    stdout.once('drain', () => stdin.resume())
  }

  const end = await Promise.race([readLines(stdin, session), closed, stopped.then(() => 'stopped' as const)])
  stdin.destroy()
  const halted = Promise.race([closed, stopped])
  if (end === 'ended') await Promise.race([session.settled(), halted])
  isOpen = false
  session.abort()
  if (end === 'ended') await Promise.race([flush(stdout), halted])
  await Promise.race([waitForFlush(stdout), closed, pause(STOPPED_FLUSH_MS)])
}

function readLines(stdin: Readable, session: Session): Promise<'ended'> {
  const splitter = createLineSplitter(MAX_LINE_BYTES)
  stdin.on('data', (piece: Buffer) => {
    for (const line of splitter.push(piece)) {
      const text = line === null ? null : decode(line)
      if (text === null) session.refuse(line === null ? 'too long' : 'not UTF-8')
      else session.receive(text)
    }
  })
  return new Promise((resolve) => {
    const finish = () => resolve('ended')
    stdin.once('error', finish).once('close', finish)
    stdin.once('end', () => {
      const lastLine = splitter.finish()
      const text = lastLine === null ? null : decode(lastLine)
      // Without a line feed it may be incomplete.
      if (text !== null && parseJson(text) !== undefined) session.receive(text)
      finish()
    })
  })
}

/** The text of a line; null for bytes that are not UTF-8. */
function decode(bytes: Buffer): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}

/** Settles when all written bytes have left this process, or if none of them has left it for `MAX_STALL_MS`. */
async function flush(stdout: Writable): Promise<void> {
  const flushed = waitForFlush(stdout)
  for (let unread = Infinity; stdout.writableLength < unread; ) {
    unread = stdout.writableLength
    await Promise.race([flushed, pause(MAX_STALL_MS)])
  }
}

/** Settles when all written bytes have left this process. */
function waitForFlush(stdout: Writable): Promise<void> {
  return new Promise((resolve) => void stdout.write('', () => resolve()))
}

/** A wait that doesn't keep the process alive. */
function pause(ms: number): Promise<void> {
  return delay(ms, undefined, { ref: false })
}

/** A splitter of pieces into lines of at most `maxBytes`. The bytes of a longer line are dropped as they come. */
export function createLineSplitter(maxBytes: number) {
  let pieces: Buffer[] = []
  let bytes = 0

  function add(piece: Buffer): void {
    bytes += piece.length
    if (bytes > maxBytes) pieces = []
    else pieces.push(piece)
  }

  /** The bytes after the last line feed; null if they are too many. */
  function takeLine(): Buffer | null {
    const [piece] = pieces
    const line = bytes > maxBytes ? null : piece !== undefined && pieces.length === 1 ? piece : Buffer.concat(pieces)
    pieces = []
    bytes = 0
    return line
  }

  /** The lines that end in this piece, without line feeds; null in place of a line that is too long. */
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

/** Makes V8 keep the heap of this process small. */
export function keepHeapSmall(): void {
  for (const flag of SMALL_HEAP) setFlagsFromString(flag)
}
