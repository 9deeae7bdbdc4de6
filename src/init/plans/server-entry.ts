/** A server's project -> the entry file of its code, from the configuration, package or scripts, else by convention. */
import { readConfigValues } from '../config/config-values.ts'
import type { PlanContext } from './plan.ts'

const NAMES = ['server', 'app', 'index', 'main']
const EXTENSIONS = ['js', 'mjs', 'cjs', 'ts', 'mts']
const FILE_NAMES = NAMES.flatMap((name) => EXTENSIONS.map((extension) => `${name}.${extension}`))
const USUAL_PATHS = FILE_NAMES.flatMap((name) => [name, `src/${name}`])
/** Names of scripts that start a server. */
const START_SCRIPT = /^(?:dev|start|serve)/
/** File names in a command line. */
const SCRIPT_FILE = /(?<=^|\s)(?:\.\/)?([\w./-]+\.[cm]?[jt]s)(?=\s|$)/g
const SOURCE = /\.[cm]?[jt]s$/
/** Files outside the project, installed, or made by its build. */
const NOT_OWN_CODE = /^\/|(?:^|\/)(?:\.\.|node_modules)\/|^(?:dist|build|out)\//

/** The entry file of a server. */
export interface ServerEntry {
  readonly path: string
  readonly text: string
}

/** The first candidate that mentions the server, else the first one that exists, null for none. */
export async function findServerEntry(
  { site, readText }: Pick<PlanContext, 'site' | 'readText'>,
): Promise<ServerEntry | null> {
  const { generator, configFile, manifest } = site
  const scripts = [...(manifest?.scripts ?? [])].flatMap(([name, script]) => (START_SCRIPT.test(name) ? [script] : []))
  const startFiles = scripts.flatMap((script) => [...script.matchAll(SCRIPT_FILE)].map(([, path = '']) => path))
  const config = configFile === null ? null : await readText(configFile)
  const configured = configFile === null || config === null ? null : readConfigValues(configFile, config)('main')
  const candidates = [configured, ...startFiles, manifest?.main, ...USUAL_PATHS]
  const paths = candidates.flatMap((path) => path?.replace(/^\.\//, '') ?? [])
  const entries: ServerEntry[] = []
  for (const path of new Set(paths.filter((path) => SOURCE.test(path) && !NOT_OWN_CODE.test(path)))) {
    const text = await readText(path)
    if (text !== null) entries.push({ path, text })
  }
  return entries.find(({ text }) => text.includes(generator)) ?? entries[0] ?? null
}
