/** The outside world of the command line, as one record that tests can replace. */
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { createRedactor } from '../../core/base/redact.ts'
import { type Environment, readSecrets } from '../../core/environment.ts'
import { findAddon, loadAddon } from '../package-copy.ts'
import { sanitizeLine } from './sanitize.ts'

/** Columns of a terminal of unknown width. */
const DEFAULT_COLUMNS = 80
/** Commands that open an address in a browser, by platform; elsewhere it is xdg-open. */
const OPENERS: ReadonlyMap<string, readonly [string, ...string[]]> = new Map([
  ['darwin', ['open']],
  ['win32', ['rundll32', 'url.dll,FileProtocolHandler']],
])

export interface Output {
  readonly write: (text: string) => void
  readonly isTerminal: boolean
  readonly columns: number
}

/** Streams, environment, network, clock and the like. */
export interface Io {
  readonly stdout: Output
  readonly stderr: Output
  readonly env: Environment
  /** The folder in which the command runs, whose settings count. */
  readonly folder: string
  readonly fetch: typeof fetch
  /** Monotonic clock in milliseconds. */
  readonly now: () => number
  /** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
  readonly stopSignal: () => Promise<void>
  /** Calls the listener at each SIGINT, instead of the default action; returns a function that stops listening. */
  readonly onInterrupt: (listener: () => void) => () => void
  readonly openBrowser: (url: string) => Promise<boolean>
  /** Output that can't be written, such as a log on a full disk, doesn't end the process from now on. */
  readonly outliveOutput: () => void
  /** Asks the person at the terminal a yes/no question; null without a terminal. */
  readonly confirm: ((question: string) => Promise<boolean>) | null
  /** A reader of what the person at the terminal types after a prompt; null without a terminal. */
  readonly questions: ((prompt: string) => ReadLine) | null
  /** Text of a file of this package, null if it is missing. */
  readonly packageFile: (name: string) => Promise<string | null>
  /** The overlay as one module, null if it is missing. */
  readonly readOverlay: () => Promise<string | null>
  /** The modules that a static index needs in the page. */
  readonly readBrowserModules: () => Promise<import('../../addons/static/node/browser-modules.ts').BrowserModules>
}

/** The Io of this process. A reader of stdout that goes away ends the process silently, with 0. */
export function processIo(): Io {
  process.stderr.on('error', () => undefined)
  const endWithoutOutput = (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    process.stderr.write(`ask: the output can't be written (${error.code})\n`)
    process.exit(1)
  }
  process.stdout.on('error', endWithoutOutput)
  const isTerminal = [process.stdin, process.stdout, process.stderr].every(({ isTTY }) => isTTY)
  const terminal = { input: process.stdin, output: process.stderr }
  return {
    stdout: outputOf(process.stdout),
    stderr: outputOf(process.stderr),
    env: process.env,
    folder: '.',
    fetch: globalThis.fetch,
    now: () => performance.now(),
    stopSignal,
    openBrowser,
    onInterrupt,
    outliveOutput: () => void process.stdout.on('error', () => undefined).off('error', endWithoutOutput),
    confirm: isTerminal ? (question) => confirm(question, terminal) : null,
    questions: isTerminal ? (prompt) => createLineReader(prompt, terminal) : null,
    packageFile: (name) => readFile(new URL(`../../../${name}`, import.meta.url), 'utf8').catch(() => null),
    readOverlay: async () => {
      const file = await findAddon(() => import('../../addons/overlay/node/overlay-file.ts'))
      return file?.readOverlay() ?? null
    },
    readBrowserModules: async () => {
      const modules = await loadAddon(() => import('../../addons/static/node/browser-modules.ts'))
      return modules.readBrowserModules()
    },
  }
}

/** The same Io, with the secrets of the environment removed from stderr. */
export function withCleanErrors(io: Io): Io {
  const redact = createRedactor(readSecrets(io.env))
  return { ...io, stderr: { ...io.stderr, write: (text) => io.stderr.write(redact(text)) } }
}

/** A function that writes lines for the site's owner to stderr, safe on a terminal. */
export function ownerLog({ stderr }: Pick<Io, 'stderr'>): (line: string) => void {
  return (line) => stderr.write(`${sanitizeLine(line)}\n`)
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

function onInterrupt(listener: () => void): () => void {
  process.on('SIGINT', listener)
  return () => process.off('SIGINT', listener)
}

/** Opens an address, without a shell: an address is data, never a command. */
function openBrowser(url: string): Promise<boolean> {
  const [command, ...args] = OPENERS.get(process.platform) ?? (['xdg-open'] as const)
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => resolve(true))
    child.unref()
  })
}

/** Lines that the arrow keys bring back. */
const MAX_LINES = 100

interface Terminal {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}

/** Asks the question. Enter alone means yes; end of input and Ctrl-C in an empty line mean no. */
export async function confirm(question: string, terminal: Terminal): Promise<boolean> {
  const reply = await createLineReader(`${question} [Y/n] `, terminal)()
  return reply !== null && /^(?:y|yes)?$/i.test(reply.trim())
}

/** Reads the next line; null when the person ends the input, with Ctrl-D or with Ctrl-C in an empty line. */
type ReadLine = () => Promise<string | null>

/** A reader of lines. Between two of them the terminal is left to the program: Ctrl-C is a signal there. */
export function createLineReader(prompt: string, { input, output }: Terminal): ReadLine {
  /** Newest first, as readline has them. */
  let lines: string[] = []

  return function readLine() {
    const reader = createInterface({ input, output, prompt, history: [...lines], historySize: MAX_LINES })
    return new Promise((resolve) => {
      let line: string | null = null
      reader.on('history', (history) => (lines = history))
      reader.on('SIGINT', () => {
        if (reader.line === '') return reader.close()
        // The key that deletes a line.
        reader.write(null, { ctrl: true, name: 'e' })
        reader.write(null, { ctrl: true, name: 'u' })
      })
      reader.once('line', (typed) => {
        line = typed
        reader.close()
      })
      reader.once('close', () => {
        // Nobody has typed a line break then.
        if (line === null) output.write('\n')
        resolve(line)
      })
      reader.prompt()
    })
  }
}
