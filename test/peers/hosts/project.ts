/** A host -> its project below `.build/`, with the documentation it serves, built and started. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../support/loopback.ts'
import { writeSite } from '../../support/site.ts'
import type { Host } from './hosts.ts'

const BUILD_LIMIT_MS = 180_000
const START_LIMIT_MS = 120_000
const STEP_MS = 20
/** A process that doesn't end when it is asked to is ended. */
const STOP_LIMIT_MS = 5_000

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const site = path('.build/site')
/** Nothing of this process goes along but where programs and their caches are; and nobody is told of it. */
const SURROUNDINGS = {
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  DENO_NO_UPDATE_CHECK: '1',
  DO_NOT_TRACK: '1',
  CI: '1',
}

type Variables = Readonly<Record<string, string>>

/** A host that answers. */
export interface RunningHost {
  readonly port: number
  readonly stop: () => Promise<void>
}

/** The site that all of them serve: `docs/`, and its graph made by the packed program. */
export async function createSite(): Promise<void> {
  rmSync(path('.build'), { recursive: true, force: true })
  await writeSite(join(site, 'docs'))
  run([process.execPath, path('node_modules/ask-service/bin/ask.js'), 'kg', 'build', 'docs'], site)
}

/** Folder of the project, built. */
export function buildProject({ app, folder = app, ask = 'ask.js', aliases = {}, build }: Host): string {
  const project = path(`.build/${folder}`)
  for (const from of [path(`apps/${app}`), site]) cpSync(from, project, { recursive: true })
  if (ask !== null) {
    mkdirSync(join(project, ask, '..'), { recursive: true })
    cpSync(path('apps/ask.js'), join(project, ask))
  }
  for (const [name, installed] of Object.entries(aliases)) {
    mkdirSync(join(project, 'node_modules'), { recursive: true })
    symlinkSync(path(`node_modules/${installed}`), join(project, 'node_modules', name))
  }
  if (build !== undefined) run(build, project)
  return project
}

/** Starts a built project; resolves when it answers. */
export async function startProject({ start, name }: Host, project: string, variables: Variables): Promise<RunningHost> {
  const port = await freePort()
  const [command, ...args] = start.map((word) => word.replace('PORT', String(port)))
  const env = { ...SURROUNDINGS, HOST: '127.0.0.1', PORT: String(port), ...variables }
  const child = spawn(command!, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  const print = (text: string) => (printed += text)
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', print)
  for (let waited = 0; waited < START_LIMIT_MS && child.exitCode === null; waited += STEP_MS) {
    const isUp = await fetch(`http://127.0.0.1:${port}/api/ask`).then(({ ok }) => ok, () => false)
    if (isUp) return { port, stop: () => stop(child) }
    await sleep(STEP_MS)
  }
  await stop(child)
  throw new Error(`${name} does not answer:\n${printed}`)
}

function run([command, ...args]: readonly string[], cwd: string): void {
  const options = { cwd, env: SURROUNDINGS, encoding: 'utf8', timeout: BUILD_LIMIT_MS } as const
  const { status, stdout, stderr, error } = spawnSync(command!, args, options)
  if (status === 0) return
  throw new Error(`${[command, ...args].join(' ')} failed: ${error?.message ?? ''}\n${stdout}${stderr}`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  child.kill('SIGTERM')
  await exited
  clearTimeout(timer)
}
