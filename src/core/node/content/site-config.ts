/**
 * The configuration of a site in the folder of its project: the file that a generator has, with the files that it
 * imports, inherits or has parts in. None of them is run.
 */
import { readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { type FrontValue, membersAt, merged, textAt } from '../../content/frontmatter/value.ts'
import type { Profile } from '../../content/generators/profile.ts'
import { pathFrom } from '../../content/generators/source-address.ts'
import {
  type ImportedValue, importPaths, MAX_CONFIG_LENGTH, parseConfig, readImports,
} from '../../content/menus/config-values.ts'
import { isBelow, readConfigFile } from '../files/regular-file.ts'

/** A folder that is a configuration, whether there is a file in it or not: `.vitepress`. */
export const CONFIG_FOLDER = /^\.[a-z]+$/
export const MANIFEST = 'package.json'
const DEPENDENCY = /"(?:dependencies|devDependencies)"\s*:\s*\{([^{}]*)\}/g

/** Files of one configuration that are read, and those that `$ref`s name, each time. */
const MAX_MODULES = 40
const MAX_REFS = 1_000
const SCRIPT = /\.[cm]?[jt]s$/

/** What a folder has: the names in it, and the dependencies of its manifest as JSON. */
export interface Project {
  readonly root: string
  readonly names: ReadonlySet<string>
  readonly packages: string
}

/** A configuration with its values; a manifest has none. */
export interface ConfigFile {
  /** From the folder of its project. */
  readonly path: string
  readonly ownText: string
  /** Its text, and those of the files that it imports. */
  readonly text: string
  readonly values: FrontValue | undefined
  /** Whole paths of these files. */
  readonly imported: readonly string[]
}

export async function readProject(root: string): Promise<Project> {
  const names = new Set(await readdir(root).catch(() => []))
  const manifest = names.has(MANIFEST) ? await readConfigFile(root, [MANIFEST]) : null
  return { root, names, packages: [...(manifest?.text ?? '').matchAll(DEPENDENCY)].map(([, list]) => list).join() }
}

/** The configuration of a generator in a folder; null for none. */
export async function findProfileConfig(root: string, profile: Profile): Promise<ConfigFile | null> {
  return readProfileConfig({ ...(await readProject(root)), packages: '' }, profile)
}

/** The configuration of a generator in a folder, else the manifest that depends on it; null for neither. */
export async function readProfileConfig(
  { root, names, packages }: Project,
  profile: Profile,
): Promise<ConfigFile | null> {
  for (const name of profile.configs) {
    if (!names.has(name.replace(/\/.*/, ''))) continue
    if (CONFIG_FOLDER.test(name)) return withoutValues(name)
    const config = await readConfig(root, [name])
    const isOwnName = basename(name).startsWith(profile.name) || profile.proof === null
    if (config !== null && (isOwnName || profile.proof?.test(config.ownText))) return withParts(root, config, profile)
  }
  return profile.packages.some((name) => packages.includes(`"${name}"`)) ? withoutValues(MANIFEST) : null
}

/**
 * Folders with files that have a key each, also of one language, or keys of a build, the last of which count: of Hugo
 * (gohugo.io/configuration/introduction), of GitBook (gitbook.com/docs/create-content/variables-and-expressions); or with
 * `source.ts` of Fumadocs (fumadocs.dev/docs/headless/source-api).
 */
const PARTS_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  hugo: ['config/_default', 'config/production'], gitbook: ['.gitbook'],
  fumadocs: ['lib', 'src/lib', 'app', 'app/lib', 'loaders'],
}
const PART =
  /^(?:(cascade|languages|module|permalinks|vars)(?:\.([\w-]{1,20}))?|hugo|config|source)\.(?:toml|ya?ml|json|ts)$/

/** The configuration with what other files of it say of folders and addresses. */
async function withParts(root: string, config: ConfigFile, { name }: Profile): Promise<ConfigFile> {
  const [texts, imported] = [[config.text], [...config.imported]]
  let { values } = config
  async function readPart(path: string): Promise<FrontValue | undefined> {
    const part = path === config.path ? null : await readConfig(root, [path])
    if (part === null) return undefined
    texts.push(part.text)
    imported.push(join(root, part.path), ...part.imported)
    return part.values
  }
  // mkdocs.org/user-guide/configuration/#configuration-inheritance, …/#plugins: a map of them is a list, too
  const above = name === 'mkdocs' ? textAt(values, 'INHERIT') : null
  if (above !== null) values = merged(await readPart(above), values)
  const plugins = name === 'mkdocs' ? membersAt(values, 'plugins').map((plugin) => new Map([plugin])) : []
  if (plugins.length > 0) values = merged(values, new Map([['plugins', plugins]]))
  let refsLeft = MAX_REFS
  /**
   * The value with what files hold in place of the maps that name them, `$ref`, whose other keys count first; one that
   * is not there, or outside of the project, holds nothing: mintlify.com/docs/organize/settings
   */
  async function withRefs(value: FrontValue | undefined, from: string): Promise<FrontValue | undefined> {
    if (!Array.isArray(value) && !(value instanceof Map)) return value
    const members = new Map<string, FrontValue>()
    // One by one: a process may have few files open, and of too many files the same ones are left out each time.
    for (const [key, one] of value.entries()) members.set(String(key), (await withRefs(one, from)) ?? null)
    const ref = textAt(value, '$ref')
    if (ref === null) return Array.isArray(value) ? [...members.values()] : members
    members.delete('$ref')
    const path = pathFrom(from, ref)
    const isRead = !path.startsWith('..') && (refsLeft -= 1) >= 0
    const named = isRead ? await withRefs(await readPart(path), path) : undefined
    return named instanceof Map ? new Map([...named, ...members]) : (named ?? members)
  }
  if (name === 'mintlify') values = await withRefs(values, config.path)
  for (const folder of PARTS_FOLDERS[name] ?? []) {
    const names = await readdir(join(root, folder), { recursive: name === 'hugo' }).catch(() => [])
    for (const file of names.filter((one) => PART.test(basename(one))).sort().slice(0, MAX_MODULES)) {
      const [, key, lang] = PART.exec(basename(file)) ?? []
      const around = [lang, key].filter((one) => one !== undefined)
      const part = await readPart(`${folder}/${file}`)
      values = merged(values, around.reduce((inner, one) => inner && new Map([[one, inner]]), part))
    }
  }
  return { ...config, text: texts.join('\n'), values, imported }
}

function withoutValues(path: string): ConfigFile {
  return { path, ownText: '', text: '', values: undefined, imported: [] }
}

/**
 * The first of these files of a project that exists, null for none. Files that it imports are left out if they are too
 * large, or outside of the project.
 */
export async function readConfig(root: string, names: readonly string[]): Promise<ConfigFile | null> {
  const config = await readConfigFile(root, names)
  if (config === null) return null
  const { path, text: ownText } = config
  const project = resolve(root)
  const modules = new Map([[join(project, path), { text: ownText, imports: new Map<string, ImportedValue>() }]])
  let lengthLeft = MAX_CONFIG_LENGTH - ownText.length
  for (const [from, { text, imports }] of modules) {
    if (!SCRIPT.test(from)) continue
    for (const { local, name, address } of readImports(text)) {
      const paths = importPaths(resolve(dirname(from), address)).filter((one) => isBelow(project, one))
      const known = paths.find((one) => modules.has(one))
      const file = known !== undefined || modules.size === MAX_MODULES ? null : await readConfigFile('', paths)
      if (file !== null && file.text.length <= lengthLeft) {
        lengthLeft -= file.text.length
        modules.set(file.path, { text: file.text, imports: new Map() })
      }
      const module = modules.get(known ?? file?.path ?? '')
      if (module !== undefined) imports.set(local, { module, name })
    }
  }
  const [own, ...others] = modules.values()
  const text = [ownText, ...others.map((module) => module.text)].join('\n')
  const values = parseConfig(path, ownText, own?.imports)
  return { path, ownText, text, values, imported: [...modules.keys()].slice(1) }
}
