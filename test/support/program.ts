/**
 * The program as people start it, a process of its own. It is compiled as it is published, so that it starts in a third of
 * the time that its sources need; in a vendored copy, which has no compiler, it is the sources.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { temporaryFolder } from './site.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc')

/** Path of `bin/ask.js`, one for all tests of a process. */
export const PROGRAM = await compile()

/** The types are checked elsewhere. */
async function compile(): Promise<string> {
  if (!existsSync(COMPILER)) return join(ROOT, 'bin/ask.js')
  const folder = await temporaryFolder()
  for (const path of ['bin', 'package.json', 'openapi.yaml']) await cp(join(ROOT, path), join(folder, path), { recursive: true })
  const options = ['-p', join(ROOT, 'tsconfig.build.json'), '--noCheck', '--declaration', 'false', '--outDir', join(folder, 'dist')]
  await promisify(execFile)(process.execPath, [COMPILER, ...options])
  return join(folder, 'bin/ask.js')
}

interface Surroundings {
  readonly cwd?: string
  /** Nothing of this process's environment but its path goes along. */
  readonly env?: Readonly<Record<string, string>>
  /** A limit of the system, as options of `ulimit`. */
  readonly limit?: string
  /** Default: the compiled program. */
  readonly bin?: string
}

/** Starts the program. A process that a failed test leaves running is killed at the end. */
export function startProgram(argv: readonly string[], { cwd, env = {}, limit, bin = PROGRAM }: Surroundings = {}) {
  const args = [bin, ...argv]
  const limited = ['-c', `ulimit ${limit} && exec "$0" "$@"`, process.execPath, ...args]
  const child = spawn(limit === undefined ? process.execPath : 'sh', limit === undefined ? args : limited, {
    cwd, env: { PATH: process.env['PATH'] ?? '', ...env }, stdio: 'pipe',
  })
  started.add(child)
  const closed = once(child, 'close')
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (out += piece))
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (err += piece))
  // What is written to a process that has ended is lost, and no test needs it.
  child.stdin.on('error', () => undefined)
  return {
    child,
    out: () => out,
    err: () => err,
    /** What the pattern finds in all output, once it is there. */
    async says(pattern: RegExp): Promise<string> {
      for (let found = pattern.exec(out + err); ; found = pattern.exec(out + err)) {
        if (found !== null) return found[1] ?? found[0]
        if (child.exitCode !== null) throw new Error(`It ended without ${pattern}: ${out}${err}`)
        await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), closed])
      }
    },
    /** Its exit code, and its output. */
    async end(signal?: NodeJS.Signals) {
      if (signal !== undefined) child.kill(signal)
      const [code]: (number | null)[] = await closed
      return { code, out, err }
    },
  }
}

/** Runs the program to its end. */
export function runProgram(argv: readonly string[], surroundings: Surroundings = {}) {
  return startProgram(argv, surroundings).end()
}

const started = new Set<ReturnType<typeof spawn>>()
after(() => started.forEach((child) => child.kill('SIGKILL')))
