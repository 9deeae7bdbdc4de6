/**
 * An MCP session on the standard streams of this process: bytes to lines and
 * back, and an end within a second of the client's.
 */
import { Console } from 'node:console'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Session } from '../../mcp/session.ts'
import { createLineSplitter } from './line-splitter.ts'

/** Bytes of one message. */
const MAX_LINE_BYTES = 16_777_216
/** Bytes of replies that the client hasn't read; past it nothing more is read from it until it does. */
const MAX_UNREAD_BYTES = 67_108_864
/** Time that calls in flight get when the client closes its end. */
const GRACE_MS = 600
/** Time that the last replies get to be read. */
const FLUSH_MS = 200

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The two streams that carry the protocol. */
export interface StdioStreams {
  readonly stdin: Readable
  readonly stdout: Writable
}

/** Serves until stdin ends, stdout is closed, or `stopped` settles; then lets calls in flight finish, or ends them. */
export async function serveStdio(
  createSession: (send: (line: string) => void) => Session,
  stopped: Promise<void>,
  { stdin, stdout }: StdioStreams = claimStreams(),
): Promise<void> {
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
  if (end === 'ended') await Promise.race([session.settled(), closed, stopped, pause(GRACE_MS)])
  isOpen = false
  session.abort()
  await Promise.race([flushed(stdout), closed, pause(FLUSH_MS)])
}

/** Feeds a session until there is nothing more to read. */
function readLines(stdin: Readable, session: Session): Promise<'ended'> {
  const splitter = createLineSplitter(MAX_LINE_BYTES)
  stdin.on('data', (piece: Buffer) => {
    for (const line of splitter.push(piece)) receive(line, session)
  })
  return new Promise((resolve) => {
    const finish = () => resolve('ended')
    stdin.once('error', finish).once('close', finish)
    stdin.once('end', () => {
      const rest = decode(splitter.rest())
      if (typeof rest === 'string') session.receiveLast(rest)
      finish()
    })
  })
}

function receive(bytes: Buffer | null, session: Session): void {
  const line = decode(bytes)
  if (typeof line === 'string') session.receive(line)
  else session.refuse(line.problem)
}

function decode(bytes: Buffer | null): string | { readonly problem: 'not UTF-8' | 'too long' } {
  if (bytes === null) return { problem: 'too long' }
  try {
    return decoder.decode(bytes)
  } catch {
    return { problem: 'not UTF-8' }
  }
}

/** Settles when all that was written is with the client's side of the stream. */
function flushed(stdout: Writable): Promise<void> {
  return new Promise((resolve) => void stdout.write('', () => resolve()))
}

/** A wait that by itself doesn't keep the process alive. */
function pause(ms: number): Promise<void> {
  return delay(ms, undefined, { ref: false })
}

/** The process's own streams; what is printed on the console by whatever code goes to stderr from now on. */
function claimStreams(): StdioStreams {
  globalThis.console = new Console(process.stderr, process.stderr)
  return { stdin: process.stdin, stdout: process.stdout }
}
