/**
 * A Starlight project on disk, on one version of Astro: made with npm as an
 * owner makes it, and run by the Node that it is for.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const START_LIMIT_MS = 90_000
const COMMAND_LIMIT_MS = 300_000
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const ROOT = at('../../../')

/** A version of Astro with what goes with it; `node` is a package of this folder. */
export interface Version {
  readonly major: 5 | 6 | 7
  readonly node: 'node' | 'node20'
}

/** Newest first; each has its packages in `versions/`. */
export const VERSIONS: readonly Version[] = [
  { major: 7, node: 'node' },
  { major: 6, node: 'node' },
  { major: 5, node: 'node20' },
]

export interface Project {
  readonly folder: string
  /** Milliseconds of `npm install <tarball>`. */
  readonly installMs: number
  /** Writes `astro.config.mjs`. */
  readonly configure: (config: Config) => void
  readonly write: (path: string, text: string) => void
  /** What a command of the project's packages prints, both streams; throws with it where the command fails. */
  readonly run: (args: readonly string[], env?: Env) => string
  readonly start: (kind: 'dev' | 'server', env?: Env) => Promise<Running>
}

/** Text of a configuration, piece by piece. */
export interface Config {
  /** The one line of the service; null for a site before it. */
  readonly ask?: string | null
  /** Further options of Starlight. */
  readonly starlight?: string
  /** Further lines. */
  readonly lines?: string
  readonly hasAdapter?: boolean
}

export interface Running {
  /** Without a slash at its end. */
  readonly url: string
  readonly printed: () => string
  readonly stop: () => Promise<void>
}

type Env = Readonly<Record<string, string>>

/** Packs the package as it is published, from a copy, so that the checkout keeps running from its sources. */
export function pack(): string {
  const copy = at('.build/package')
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  const wanted = readdirSync(ROOT).filter((name) => /^(?:bin|src|package\.json|openapi\.yaml|tsconfig.*|[A-Z]+\.md|LICENSE)$/.test(name))
  for (const name of wanted) cpSync(join(ROOT, name), join(copy, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  execFileSync('npm', ['pack', '--silent'], { cwd: copy, env: environment(dirname(process.execPath)), stdio: ['ignore', 'ignore', 'inherit'] })
  return join(copy, readdirSync(copy).find((name) => name.endsWith('.tgz'))!)
}

/** A fresh project with the pages of `site/`, into which the tarball has been installed. */
export function createProject({ major, node }: Version, tarball: string): Project {
  const folder = at(`.build/astro-${major}`)
  const bin = at(`node_modules/${node}/bin`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'src'), { recursive: true })
  cpSync(at(`versions/${major}`), folder, { recursive: true })
  cpSync(at('site'), join(folder, 'src/content/docs'), { recursive: true })
  cpSync(at('included.mdx'), join(folder, 'src/included.mdx'))
  cpSync(at('../content/generators/starlight/content.config.ts'), join(folder, 'src/content.config.ts'))
  const npm = (...args: string[]) => execFileSync('npm', [...args, '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], { cwd: folder, env: environment(bin), timeout: COMMAND_LIMIT_MS })
  npm('install')
  const started = performance.now()
  npm('install', tarball)
  const installMs = performance.now() - started

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }

  function run([name = '', ...args]: readonly string[], env: Env = {}): string {
    const command = [join(bin, 'node'), programOf(folder, name), ...args].map((word) => `'${word}'`).join(' ')
    return execFileSync('sh', ['-c', `${command} 2>&1`], { cwd: folder, env: environment(bin, env), timeout: COMMAND_LIMIT_MS, encoding: 'utf8' })
  }

  async function start(kind: 'dev' | 'server', env: Env = {}): Promise<Running> {
    const port = await freePort()
    const dev = [programOf(folder, 'astro'), 'dev', '--host', '127.0.0.1', '--port', String(port)]
    const place = { HOST: '127.0.0.1', PORT: String(port) }
    const child = spawn(join(bin, 'node'), kind === 'dev' ? dev : ['dist/server/entry.mjs'], { cwd: folder, env: environment(bin, { ...place, ...env }) })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
    const exited = once(child, 'exit')
    const url = `http://127.0.0.1:${port}`
    async function stop(): Promise<void> {
      child.kill('SIGKILL')
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

function configText({ ask = 'ask()', starlight = '', lines = '', hasAdapter = true }: Config): string {
  return `import node from '@astrojs/node'
import starlight from '@astrojs/starlight'
${ask === null ? '' : "import ask from 'ask-service/astro'"}
import { defineConfig, passthroughImageService } from 'astro/config'

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

/** The environment without keys of whoever runs the tests, with this Node first. */
function environment(bin: string, more: Env = {}): Record<string, string | undefined> {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:LLM_|ANALYTICS_|NODE_TEST_CONTEXT|NODE_OPTIONS|npm_config_local_prefix)/.test(name))
  return { ...Object.fromEntries(own), PATH: bin + delimiter + process.env['PATH'], ASTRO_TELEMETRY_DISABLED: '1', CI: '1', ...more }
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Whether something answers; looks again every 100 ms. */
async function isUp(url: string): Promise<boolean> {
  const reply = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(20_000) }).catch(() => null)
  if (reply === null) await new Promise((resolve) => setTimeout(resolve, 100))
  return reply !== null
}
