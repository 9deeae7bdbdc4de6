/** A raw client of `ask mcp`: a process of its own, bytes in, lines out. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { compiledProgram } from './program.ts'

const BIN = await compiledProgram()

export type Json = Readonly<Record<string, unknown>>

/** Starts `ask mcp` with these arguments. */
export function startMcp(argv: readonly string[], cwd?: string) {
  const env = { PATH: process.env['PATH'] ?? '' }
  const child = spawn(process.execPath, [BIN, 'mcp', ...argv], { cwd, env, stdio: 'pipe' })
  const closed = once(child, 'close')
  const lines: Json[] = []
  let [text, errors] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    const parts = (text + piece).split('\n')
    text = parts.pop() ?? ''
    for (const part of parts) lines.push(parseMessage(part))
  })
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (errors += piece))
  // What is written to a process that has ended is lost, and no test needs it.
  child.stdin.on('error', () => undefined)

  /** The next lines, each of which must be a message of JSON-RPC. */
  async function take(count: number): Promise<Json[]> {
    while (lines.length < count) {
      assert.equal(child.exitCode, null, `ended after ${lines.length} of ${count} lines: ${errors}`)
      await Promise.race([once(child.stdout, 'data'), closed])
    }
    return lines.splice(0, count)
  }

  return {
    child,
    /** Writes bytes as they are. */
    write: (bytes: string | Uint8Array) => void child.stdin.write(bytes),
    /** Writes messages, a line each. */
    send: (...messages: readonly unknown[]) => void child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join('')),
    take,
    /** Closes stdin; all further lines, once the process has ended, with its exit code. */
    async end(last = '') {
      child.stdin.end(last)
      const [code]: (number | null)[] = await closed
      assert.equal(text, '', 'the last line is whole')
      return { rest: lines.splice(0), code }
    },
    stderr: () => errors,
  }
}

function parseMessage(line: string): Json {
  const value: unknown = JSON.parse(line)
  const first: unknown = Array.isArray(value) ? value[0] : value
  assert.ok(typeof first === 'object' && first !== null && 'jsonrpc' in first && first.jsonrpc === '2.0', line)
  return value as Json
}
