/**
 * What the command line may touch of its surroundings, so that tests can stand
 * in for them.
 */
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { type Environment, readSecrets } from '../../environment.ts'
import { createRedactor } from '../../base/redact.ts'
import { confirm } from './confirm.ts'

/** Columns of a terminal that doesn't tell. */
const DEFAULT_COLUMNS = 80
/** Commands that show an address, by platform; elsewhere it is xdg-open. */
const OPENERS: ReadonlyMap<string, readonly [string, ...string[]]> = new Map([
  ['darwin', ['open']],
  ['win32', ['rundll32', 'url.dll,FileProtocolHandler']],
])

export interface Output {
  readonly write: (text: string) => void
  readonly isTerminal: boolean
  /** Width of the terminal. */
  readonly columns: number
}

export interface Io {
  readonly stdout: Output
  readonly stderr: Output
  readonly env: Environment
  readonly fetch: typeof fetch
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** Settles at the first SIGINT or SIGTERM from now on; a second one ends the process at once. */
  readonly stopSignal: () => Promise<void>
  /** Shows an address in the browser; false where that can't be done. */
  readonly openBrowser: (url: string) => Promise<boolean>
  /** Asks whoever sits at the terminal for a yes; null where nobody does. */
  readonly confirm: ((question: string) => Promise<boolean>) | null
  /** Text of a file of this package, null where it isn't there. */
  readonly packageFile: (name: string) => Promise<string | null>
}

/** The real surroundings. A reader of stdout that goes away ends the process quietly, with 0. */
export function processIo(): Io {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (stream === process.stdout && error.code !== 'EPIPE') process.stderr.write(`ask: the output can't be written (${error.code})\n`)
      if (stream === process.stdout) process.exit(error.code === 'EPIPE' ? 0 : 1)
    })
  }
  const isTerminal = [process.stdin, process.stdout, process.stderr].every(({ isTTY }) => isTTY)
  return {
    stdout: outputOf(process.stdout),
    stderr: outputOf(process.stderr),
    env: process.env,
    fetch: globalThis.fetch,
    now: () => performance.now(),
    stopSignal,
    openBrowser,
    confirm: isTerminal ? (question) => confirm(question, { input: process.stdin, output: process.stderr }) : null,
    packageFile: (name) => readFile(new URL(`../../../${name}`, import.meta.url), 'utf8').catch(() => null),
  }
}

/** The same surroundings; what goes to stderr goes without the secrets of the environment. */
export function withCleanErrors(io: Io): Io {
  const redact = createRedactor(readSecrets(io.env))
  return { ...io, stderr: { ...io.stderr, write: (text) => io.stderr.write(redact(text)) } }
}

function outputOf(stream: NodeJS.WriteStream): Output {
  return {
    write: (text) => void stream.write(text),
    isTerminal: stream.isTTY === true,
    columns: stream.columns || DEFAULT_COLUMNS,
  }
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isAgain = false
    for (const [signal, code] of [['SIGINT', 130], ['SIGTERM', 143]] as const) {
      process.on(signal, () => {
        if (isAgain) process.exit(code)
        isAgain = true
        resolve()
      })
    }
  })
}

/** Without a shell: an address is data, never a command. */
function openBrowser(url: string): Promise<boolean> {
  const [command, ...before] = OPENERS.get(process.platform) ?? (['xdg-open'] as const)
  return new Promise((resolve) => {
    const child = spawn(command, [...before, url], { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => resolve(true))
    child.unref()
  })
}
