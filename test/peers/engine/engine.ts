/** A real OpenSearch of the suite's own: one node or several on this machine, on ports from the system. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../support/loopback.ts'

/** Far more than an engine needs to start on a machine that is busy, and to say how it is. */
const START_LIMIT_MS = 240_000
const HEALTH_LIMIT_MS = 10_000
/** Time in which a node ends by itself; then it is killed. */
const END_LIMIT_MS = 20_000
/** The engine refuses to run as root; it runs as nobody then. */
const NOBODY = 65_534
/** An engine that runs already, such as another version, in place of the suite's own. */
const GIVEN_URL = process.env['ENGINE_URL'] ?? null
/** Folder of the engine: that of setup.sh, or of another OpenSearch or Elasticsearch. */
const HOME = process.env['ASK_TEST_ENGINE'] ?? fileURLToPath(new URL('.engine/opensearch', import.meta.url))
/** What the two engines call the same things. */
const NAMES = existsSync(join(HOME, 'bin/elasticsearch'))
  ? { program: 'elasticsearch', variables: 'ES', managers: 'cluster.initial_master_nodes', settings: ['xpack.security.enabled: false'] }
  : { program: 'opensearch', variables: 'OPENSEARCH', managers: 'cluster.initial_cluster_manager_nodes', settings: [] }

/** Options for `test()`: skipped with a reason where the engine can't run. */
export const needsEngine = { skip: GIVEN_URL === null && reasonToSkip() }

/** Options of an engine. */
export interface EngineOptions {
  /** Default 1. */
  readonly nodes?: number
  /** Further lines of its settings. */
  readonly settings?: readonly string[]
}

/** A running engine. */
export interface Engine {
  /** Address of each node. */
  readonly urls: readonly string[]
  /** The process of each node; empty for an engine that ran before. */
  readonly processes: readonly ChildProcess[]
  readonly stop: () => Promise<void>
}

/** Starts an engine, and resolves when it replies. */
export async function startEngine({ nodes = 1, settings = [] }: EngineOptions = {}): Promise<Engine> {
  if (GIVEN_URL !== null && nodes === 1 && settings.length === 0) {
    return { urls: [GIVEN_URL], processes: [], stop: async () => undefined }
  }
  const folder = await mkdtemp(join(tmpdir(), 'ask-engine-'))
  await chmod(folder, 0o755)
  const ports: NodePorts[] = []
  for (let i = 0; i < nodes; i += 1) ports.push({ name: `n${i + 1}`, http: await freePort(), transport: await freePort() })
  const processes: ChildProcess[] = []
  async function stop(): Promise<void> {
    await Promise.all(processes.map(end))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    for (const node of ports) processes.push(await startNode(join(folder, node.name), { node, ports, settings }))
    const urls = ports.map(({ http }) => `http://127.0.0.1:${http}`)
    await waitForNodes(urls[0] ?? '', { folder, processes })
    return { urls, processes, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface NodePorts {
  readonly name: string
  readonly http: number
  readonly transport: number
}

interface NodeStart {
  readonly node: NodePorts
  /** Those of all nodes. */
  readonly ports: readonly NodePorts[]
  readonly settings: readonly string[]
}

async function startNode(folder: string, { node, ports, settings }: NodeStart): Promise<ChildProcess> {
  const folders = ['data', 'logs', 'tmp'].map((name) => join(folder, name))
  for (const path of folders) await mkdir(path, { recursive: true })
  const config = join(folder, 'config')
  await cp(join(HOME, 'config'), config, { recursive: true })
  const options = await readFile(join(config, 'jvm.options'), 'utf8')
  await writeFile(join(config, 'jvm.options'), options.split('\n').filter((line) => !/gc\*|HeapDump|incubator/.test(line)).join('\n'))
  await writeFile(join(config, `${NAMES.program}.yml`), [
    'cluster.name: ask-tests',
    `node.name: ${node.name}`,
    'network.host: 127.0.0.1',
    `http.port: ${node.http}`,
    `transport.port: ${node.transport}`,
    `discovery.seed_hosts: [${ports.map(({ transport }) => `"127.0.0.1:${transport}"`).join(', ')}]`,
    // The first node manages the cluster, so that any other may die.
    ...(node === ports[0] ? [`${NAMES.managers}: [${node.name}]`] : ['node.roles: [data]']),
    `path.data: ${folder}/data`,
    `path.logs: ${folder}/logs`,
    'cluster.routing.allocation.disk.threshold_enabled: false',
    ...NAMES.settings,
    ...settings,
  ].join('\n'))
  const isRoot = process.getuid?.() === 0
  if (isRoot) for (const path of [folder, config, ...folders]) await chown(path, NOBODY, NOBODY)
  return spawn(join(HOME, 'bin', NAMES.program), [], {
    cwd: folder,
    stdio: 'ignore',
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    env: {
      PATH: process.env['PATH'], HOME: folder, [`${NAMES.variables}_PATH_CONF`]: config, [`${NAMES.variables}_TMPDIR`]: join(folder, 'tmp'),
      // An engine that lives for a minute is compiled once: the second compiler would take more time than it saves.
      [`${NAMES.variables}_JAVA_OPTS`]: '-Xms512m -Xmx512m -XX:TieredStopAtLevel=1',
      [`${NAMES.variables}_JAVA_HOME`]: process.env['ASK_TEST_JAVA'] ?? javaHome(),
    },
  })
}

async function waitForNodes(url: string, { folder, processes }: { readonly folder: string; readonly processes: readonly ChildProcess[] }) {
  const health = `${url}/_cluster/health?wait_for_nodes=${processes.length}&wait_for_status=yellow&timeout=5s`
  for (const end = Date.now() + START_LIMIT_MS; Date.now() < end; await sleep(500)) {
    const isReady = await fetch(health, { signal: AbortSignal.timeout(HEALTH_LIMIT_MS) }).then(async (reply) => {
      const { timed_out: isLate } = (await reply.json()) as { timed_out?: boolean }
      return reply.ok && isLate === false
    }, () => false)
    if (isReady) return
    if (processes.some(({ exitCode }) => exitCode !== null)) break
  }
  const log = await readFile(join(folder, 'n1/logs/ask-tests.log'), 'utf8').catch(() => '')
  throw new Error(`the engine did not start: ${log.slice(-2_000)}`)
}

async function end(node: ChildProcess): Promise<void> {
  if (node.exitCode !== null || node.signalCode !== null) return
  const ended = new Promise((resolve) => node.once('exit', resolve))
  node.kill('SIGCONT')
  node.kill('SIGTERM')
  const late = setTimeout(() => node.kill('SIGKILL'), END_LIMIT_MS)
  await ended
  clearTimeout(late)
}

function javaHome(): string {
  const { stderr } = spawnSync('java', ['-XshowSettings:properties', '-version'], { encoding: 'utf8' })
  return /java\.home = (.+)/.exec(stderr)?.[1]?.trim() ?? ''
}

function reasonToSkip(): string | false {
  if (spawnSync('java', ['-version']).status !== 0) return 'there is no Java: OpenSearch 2.19 runs on Java 11 to 21'
  if (!existsSync(HOME)) return 'OpenSearch is not here: setup.sh unpacks it with Maven'
  return false
}
