/**
 * A server's project -> the file with its own code: named by the configuration,
 * the package or a script of it, else found where such files are by convention.
 */
import { readConfigValues } from '../config/config-values.ts'
import type { Surroundings } from './plan.ts'

const NAMES = ['server', 'app', 'index', 'main']
const ENDINGS = ['js', 'mjs', 'cjs', 'ts', 'mts']
const USUAL = NAMES.flatMap((name) => ENDINGS.flatMap((ending) => [`${name}.${ending}`, `src/${name}.${ending}`]))
/** Scripts that start a server. */
const STARTING = /^(?:dev|start|serve)/
/** A file named in a command line. */
const FILE = /(?<=^|\s)(?:\.\/)?([\w./-]+\.[cm]?[jt]s)(?=\s|$)/g
const SOURCE = /\.[cm]?[jt]s$/
/** Out of the project, installed, or made by its build. */
const FOREIGN = /^\/|(?:^|\/)(?:\.\.|node_modules)\/|^(?:dist|build|out)\//

/** A file of the server's own code. */
export interface ServerEntry {
  readonly path: string
  readonly text: string
}

/** The first of the candidates that has to do with the server, else the first that is there, null where none is. */
export async function findServerEntry({ site, readText }: Surroundings): Promise<ServerEntry | null> {
  const { generator, configFile, manifest } = site
  const scripts = [...(manifest?.scripts ?? [])].flatMap(([name, script]) => (STARTING.test(name) ? [script] : []))
  const named = scripts.flatMap((script) => [...script.matchAll(FILE)].map(([, path = '']) => path))
  const config = configFile === null ? null : await readText(configFile)
  const configured = configFile === null || config === null ? null : readConfigValues(configFile, config)('main')
  const paths = [configured, ...named, manifest?.main, ...USUAL].flatMap((path) => path?.replace(/^\.\//, '') ?? [])
  const found: ServerEntry[] = []
  for (const path of new Set(paths.filter((one) => SOURCE.test(one) && !FOREIGN.test(one)))) {
    const text = await readText(path)
    if (text !== null) found.push({ path, text })
  }
  return found.find(({ text }) => text.includes(generator)) ?? found[0] ?? null
}
