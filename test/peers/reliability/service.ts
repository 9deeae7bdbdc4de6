/** The packed program, as it is installed, and `ask serve` of it as a process that can be measured. */
import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { packCheckout } from '../packing.mjs'

/** True for the long counts of each trial. */
export const IS_LONG = process.env['ASK_LONG'] === '1'
/** The documentation of the project, as content. */
export const DOCS = fileURLToPath(new URL('../../../docs', import.meta.url))

const PROBE = fileURLToPath(new URL('probe.mjs', import.meta.url))
/** Time that a program has to begin and to end, far above what it needs on a busy machine. */
const LIMIT_MS = 120_000

/** What a process holds: bytes after collections, open sockets, processor time. */
export interface Held {
  readonly heap: number
  readonly rss: number
  readonly sockets: number
  readonly cpuMs: number
}

/** A running `ask serve`. */
export interface Service {
  readonly port: number
  readonly child: ChildProcess
  /** Address of a path. */
  readonly at: (path: string) => string
  readonly measure: () => Promise<Held>
  /** Processor time so far; collects nothing. */
  readonly cpuMs: () => Promise<number>
  /** Moves the clock of the process. */
  readonly moveClock: (byMs: number) => Promise<void>
  /** All that it wrote to both outputs. */
  readonly output: () => string
}

/** What a service gets besides its arguments. */
export interface ServiceOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly nodeArgs?: readonly string[]
  /** The content of `ask.json`. */
  readonly settings?: object
}

let program: string | null = null
const folders: string[] = []
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Path of `bin/ask.js` in a folder with the unpacked package. */
export function packedProgram(): string {
  if (program !== null) return program
  const folder = temporaryFolder()
  const { status, stderr } = spawnSync('tar', ['xzf', packCheckout(), '-C', folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The package can't be unpacked: ${stderr}`)
  program = join(folder, 'package', 'bin', 'ask.js')
  return program
}

/** A new folder that is gone with the process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ask-reliability-'))
  folders.push(folder)
  return folder
}

/** Starts `ask serve` on a free port, with these settings in the `ask.json` of a folder of its own. */
export async function startService(
  t: TestContext,
  args: readonly string[],
  { env = {}, nodeArgs = [], settings = {} }: ServiceOptions = {},
): Promise<Service> {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'ask.json'), JSON.stringify(settings))
  const child = fork(packedProgram(), ['serve', ...args, '--port', '0'], {
    execArgv: ['--expose-gc', '--import', PROBE, ...nodeArgs],
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  t.after(() => child.kill('SIGKILL'))
  let output = ''
  const begun = new Promise<number>((resolve, reject) => {
    const onText = (text: string) => {
      output += text
      const port = /Open http:\/\/[^\s:]+:(\d+)/.exec(output)?.[1]
      if (port !== undefined) resolve(Number(port))
    }
    child.stdout?.setEncoding('utf8').on('data', onText)
    child.stderr?.setEncoding('utf8').on('data', onText)
    child.once('exit', () => reject(new Error(`ask serve ended:\n${output}`)))
  })
  const port = await begun
  const tell = async (message: object): Promise<Held> => {
    const reply = once(child, 'message', { signal: AbortSignal.timeout(LIMIT_MS) })
    child.send(message)
    const [held]: Held[] = await reply
    if (held === undefined) throw new Error('The program said nothing')
    return held
  }
  return {
    port,
    child,
    at: (path) => `http://127.0.0.1:${port}${path}`,
    measure: () => tell({ type: 'measure' }),
    cpuMs: async () => (await tell({ type: 'cpu' })).cpuMs,
    moveClock: async (byMs) => void (await tell({ type: 'clock', byMs })),
    output: () => output,
  }
}

/** The result of a program that has ended. */
export interface Run {
  readonly status: number | null
  readonly signal: string | null
  readonly output: string
}

/** Runs the packed program to its end. */
export function runProgram(args: readonly string[], nodeArgs: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Run {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [...nodeArgs, packedProgram(), ...args], {
    encoding: 'utf8',
    timeout: LIMIT_MS,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  })
  return { status, signal, output: stdout + stderr }
}
