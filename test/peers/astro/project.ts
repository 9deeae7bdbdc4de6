/**
 * A Starlight project on disk, on one version of Astro: made with npm as an
 * owner makes it, and run by the Node that it is for.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../support/loopback.ts'
import { packCheckout } from '../packing.mjs'

const START_LIMIT_MS = 90_000
const COMMAND_LIMIT_MS = 300_000
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** A version of Astro with what goes with it; `node` is a package of this folder. */
export interface Version {
  /** Its packages are in the folder of `versions/` with this name. */
  readonly name: string
  readonly node: 'node' | 'node20'
}

/** Starlight under the adapter for Node. */
export const NEWEST: Version = { name: '7', node: 'node' }
/** Newest first; the check of a change tries that one, a release all. */
export const VERSIONS: readonly Version[] = process.env['ASK_LONG'] === '1' ? [NEWEST, { name: '6', node: 'node' }, { name: '5', node: 'node20' }] : [NEWEST]
/** Plain Astro for Cloudflare, on the newest. */
export const CLOUDFLARE: Version = { name: 'cloudflare', node: 'node' }

export interface Project {
  readonly folder: string
  /** Milliseconds of `npm install <tarball>`. */
  readonly installMs: number
  /** Writes `astro.config.mjs`. */
  readonly configure: (config: Config) => void
  readonly write: (path: string, text: string) => void
  /** What a command of the project's packages prints, both streams; throws with it where the command fails. */
  readonly run: (args: readonly string[], env?: Env) => string
  /** `worker` is Cloudflare's: `env` are its bindings. */
  readonly start: (kind: Kind, env?: Env) => Promise<Running>
}

type Kind = 'dev' | 'server' | 'worker'

/** Text of a configuration, piece by piece. */
export interface Config {
  /** The one line of the service; null for a site before it. */
  readonly ask?: string | null
  /** Further options of Starlight. */
  readonly starlight?: string
  /** Further lines. */
  readonly lines?: string
  readonly imports?: string
  readonly hasAdapter?: boolean
}

export interface Running {
  /** Without a slash at its end. */
  readonly url: string
  readonly printed: () => string
  readonly stop: () => Promise<void>
}

type Env = Readonly<Record<string, string>>

let tarball: string | undefined
/** Milliseconds that `npm install <tarball>` took, by version. */
const installs = new Map<string, number>()

/** A version's project with the packed package, installed once for all tests of the process. */
function install({ name, node }: Version): { readonly folder: string; readonly installMs: number } {
  const folder = at(`.build/installed-${name}`)
  const known = installs.get(name)
  if (known !== undefined) return { folder, installMs: known }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(at(`versions/${name}`), folder, { recursive: true })
  const env = environment(at(`node_modules/${node}/bin`))
  const npm = (...args: string[]) => execFileSync('npm', [...args, '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], { cwd: folder, env, timeout: COMMAND_LIMIT_MS })
  npm('install')
  tarball ??= packCheckout()
  const started = performance.now()
  npm('install', tarball)
  const installMs = performance.now() - started
  installs.set(name, installMs)
  return { folder, installMs }
}

/** A fresh project for a file of tests, with the pages of `site/` and the packed package. */
export function createProject(version: Version, tests: string): Project {
  const { name, node } = version
  const folder = at(`.build/${tests}-${name}`)
  const bin = at(`node_modules/${node}/bin`)
  const { folder: installed, installMs } = install(version)
  rmSync(folder, { recursive: true, force: true })
  execFileSync('cp', ['-a', installed, folder])
  mkdirSync(join(folder, 'src'), { recursive: true })
  cpSync(at('site'), join(folder, 'src/content/docs'), { recursive: true })
  cpSync(at('included.mdx'), join(folder, 'src/included.mdx'))
  cpSync(at('../content/generators/starlight/content.config.ts'), join(folder, 'src/content.config.ts'))

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }

  function run([program = '', ...args]: readonly string[], env: Env = {}): string {
    const command = [join(bin, 'node'), programOf(folder, program), ...args].map((word) => `'${word}'`).join(' ')
    return execFileSync('sh', ['-c', `${command} 2>&1`], { cwd: folder, env: environment(bin, env), timeout: COMMAND_LIMIT_MS, encoding: 'utf8' })
  }

  function commandOf(kind: Kind, port: number, env: Env): string[] {
    if (kind === 'server') return ['dist/server/entry.mjs']
    if (kind === 'dev') return [programOf(folder, 'astro'), 'dev', '--host', '127.0.0.1', '--port', String(port)]
    const bindings = Object.entries(env).flatMap(([variable, value]) => ['--var', `${variable}:${value}`])
    const place = ['--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0']
    return [programOf(folder, 'wrangler'), 'dev', '-c', 'dist/server/wrangler.json', ...place, ...bindings]
  }

  async function start(kind: Kind, env: Env = {}): Promise<Running> {
    const port = await freePort()
    const place = { HOST: '127.0.0.1', PORT: String(port) }
    const surroundings = environment(bin, { ...place, ...(kind === 'worker' ? {} : env) })
    // A group of its own: wrangler starts processes, which would outlive it.
    const child = spawn(join(bin, 'node'), commandOf(kind, port, env), { cwd: folder, env: surroundings, detached: true })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
    const exited = once(child, 'exit')
    const url = `http://127.0.0.1:${port}`
    async function stop(): Promise<void> {
      if (child.exitCode === null) process.kill(-child.pid!, 'SIGKILL')
      await exited
    }
    const deadline = Date.now() + START_LIMIT_MS
    while (!(await isUp(url))) {
      if (child.exitCode !== null || Date.now() > deadline) {
        await stop()
        throw new Error(`astro ${kind} did not start: ${printed}`)
      }
    }
    return { url, printed: () => printed, stop }
  }

  return { folder, installMs, write, run, start, configure: (config) => write('astro.config.mjs', configText(config)) }
}

function configText({ ask = 'ask()', starlight = '', lines = '', imports = '', hasAdapter = true }: Config): string {
  return `import node from '@astrojs/node'
import starlight from '@astrojs/starlight'
${ask === null ? '' : "import ask from 'ask-service/astro'"}
import { defineConfig, passthroughImageService } from 'astro/config'
${imports}

export default defineConfig({
  image: { service: passthroughImageService() },
  ${hasAdapter ? "adapter: node({ mode: 'standalone' })," : ''}
  integrations: [starlight({ title: 'Acme', ${starlight} })${ask === null ? '' : `, ${ask}`}],
  ${lines}
})
`
}

/** The script behind a command of a package: `astro`, or `ask`. */
function programOf(folder: string, name: string): string {
  const from = join(folder, 'node_modules', name === 'ask' ? 'ask-service' : name)
  return join(from, JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')).bin[name])
}

/** Nobody is told of these runs, and nothing but the registry is asked. */
const SILENCE = { ASTRO_TELEMETRY_DISABLED: '1', WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false', CI: '1' }

/** The environment without keys of whoever runs the tests, with this Node first. */
function environment(bin: string, more: Env = {}): Record<string, string | undefined> {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:LLM_|ANALYTICS_|NODE_TEST_CONTEXT|NODE_OPTIONS|npm_config_local_prefix)/.test(name))
  return { ...Object.fromEntries(own), PATH: bin + delimiter + process.env['PATH'], ...SILENCE, ...more }
}

/** Whether something answers; looks again every 100 ms. */
async function isUp(url: string): Promise<boolean> {
  const reply = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(20_000) }).catch(() => null)
  if (reply === null) await new Promise((resolve) => setTimeout(resolve, 100))
  return reply !== null
}

/** Files below a folder that hold a text. */
export function filesWith(folder: string, text: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile())
  assert.ok(files.length > 10)
  return files.filter((name) => readFileSync(join(folder, name)).includes(text))
}

/** Waits for something to hold; gives up after a minute, before a time-out of an answer would make it hold. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await holds().catch(() => false))) {
    assert.ok(Date.now() < deadline, `does not come to hold: ${holds}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
