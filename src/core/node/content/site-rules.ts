/**
 * A folder of sources -> the rules of the generator that they are written for: the nearest project at or above the
 * folder whose configuration or packages name one, if the folder is the root of the project or within its pages.
 */
import { readdir } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import {
  PLAIN_RULES, type Profile, profileNamed, PROFILES, rulesOf, settingOf, type SiteRules, type SourceGenerator,
} from '../../content/generators/profile.ts'
import { readSummary } from '../../content/generators/summary.ts'
import { readBoundedFile } from '../files/bounded-file.ts'
import { isBelow } from '../files/regular-file.ts'

/** Folders above that of the pages in which the configuration may be. */
const MAX_LEVELS = 4
/** Bytes of a configuration that are read; a larger one is that of another program. */
const MAX_CONFIG_BYTES = 1_048_576
/** The configuration inside a folder: `.vitepress/config.mts`, `config/_default/hugo.toml`. */
const INNER_CONFIGS = ['config', 'config/index'].flatMap((name) => {
  return ['ts', 'mts', 'js', 'mjs', 'cts', 'cjs'].map((extension) => `${name}.${extension}`)
})
const HUGO_CONFIGS = ['hugo', 'config'].flatMap((name) => {
  return ['toml', 'yaml', 'yml', 'json'].map((extension) => `${name}.${extension}`)
})
const DEPENDENCY = /"(?:dependencies|devDependencies)"\s*:\s*\{([^{}]*)\}/g

/** The rules, and the file that they come from. */
export interface FoundRules {
  readonly rules: SiteRules
  /** Paths of the files that decide; none for plain files. */
  readonly configFiles: readonly string[]
}

/** Finds the rules for a folder; `named` is the generator that its owner names, null to recognize it. */
export async function findSiteRules(folder: string, named: SourceGenerator | null): Promise<FoundRules> {
  if (named === 'plain') return { rules: PLAIN_RULES, configFiles: [] }
  const pages = resolve(folder)
  let root = pages
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const names = new Set(await readdir(root).catch(() => []))
    const packages = names.has('package.json') ? await readPackages(join(root, 'package.json')) : ''
    for (const profile of PROFILES) {
      if (named !== null && profile.name !== named) continue
      const config = await readConfig(root, { names, packages }, profile)
      const inside = config === null ? null : pagesBelow(pages, root, profile, config.text)
      if (config !== null && inside !== null) {
        return await withChapters(rulesOf(profile, config.text, inside), [config.path], profile, join(pages, inside))
      }
    }
    if (names.has('.git') || dirname(root) === root) break
    root = dirname(root)
  }
  const profile = named === null ? null : profileNamed(named)
  return { rules: profile === null ? PLAIN_RULES : rulesOf(profile, '', ''), configFiles: [] }
}

/** The rules with the table of contents in the folder of the pages, if the generator has one there. */
async function withChapters(
  rules: SiteRules,
  configFiles: readonly string[],
  { hasSummary }: Profile,
  folder: string,
): Promise<FoundRules> {
  const path = join(folder, 'SUMMARY.md')
  const text = hasSummary ? await readText(path) : null
  if (text === null) return { rules, configFiles }
  const chapters = readSummary(text)
  const below = chapters === null ? null : new Map([...chapters].map(([file, title]) => [rules.folder + file, title]))
  return { rules: { ...rules, chapters: below }, configFiles: [...configFiles, path] }
}

interface Config {
  readonly path: string
  readonly text: string
}

/** What a folder has: the names in it, and the dependencies of its manifest as JSON. */
interface Project {
  readonly names: ReadonlySet<string>
  readonly packages: string
}

async function readPackages(path: string): Promise<string> {
  return [...(await readText(path) ?? '').matchAll(DEPENDENCY)].map(([, list]) => list).join()
}

/** The configuration of a generator in a folder, with its path below that; null for none. */
export async function readProfileConfig(root: string, profile: Profile): Promise<Config | null> {
  const names = new Set(await readdir(root).catch(() => []))
  const config = await readConfig(root, { names, packages: '' }, profile)
  return config === null ? null : { ...config, path: relative(root, config.path).split(sep).join('/') }
}

/** The configuration of a generator in a folder, else the manifest that depends on it; null for neither. */
async function readConfig(root: string, { names, packages }: Project, profile: Profile): Promise<Config | null> {
  for (const name of profile.configs) {
    if (!names.has(name.split('/')[0] ?? name)) continue
    const inner = name.startsWith('.') && !name.includes('.', 1) ? INNER_CONFIGS.map((file) => `${name}/${file}`) : []
    const files = name.endsWith('_default') ? HUGO_CONFIGS.map((file) => `${name}/${file}`) : [name, ...inner]
    for (const file of files) {
      const text = await readText(join(root, file))
      const isOwnName = basename(file).startsWith(profile.name) || profile.proof === null
      if (text !== null && (isOwnName || profile.proof?.test(text))) return { path: join(root, file), text }
    }
    if (inner.length > 0) return { path: join(root, name), text: '' }
  }
  const isUsed = profile.packages.some((name) => packages.includes(`"${name}"`))
  return isUsed ? { path: join(root, 'package.json'), text: '' } : null
}

async function readText(path: string): Promise<string | null> {
  const bytes = await readBoundedFile(path, MAX_CONFIG_BYTES).catch(() => null)
  return bytes?.toString('utf8') ?? null
}

/**
 * The folder of the pages below the folder that is read, with a slash at its end: empty if that is, or is within, the
 * folder of the pages; null if it is another one.
 */
function pagesBelow(pages: string, root: string, { content, contentKey }: Profile, config: string): string | null {
  const stated = contentKey === null ? null : settingOf(config, contentKey)
  for (const folder of stated === null ? content : [stated]) {
    const source = resolve(root, folder)
    if (isBelow(source, pages)) return ''
    if (pages === root) return `${relative(root, source).split(sep).join('/')}/`
  }
  return null
}
