/**
 * A folder of sources -> the rules of the generator that they are written for: the nearest project at or above the
 * folder whose configuration or packages name one, if the folder is the root of the project or within its pages.
 */
import { readdir } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import {
  PLAIN_RULES, type Profile, profileNamed, PROFILES, rulesOf, settingOf, type SiteRules, type SourceGenerator,
} from '../../content/generators/profile.ts'
import type { SourceFile, Warning } from '../../content/page.ts'
import { readConfigFile } from '../files/bounded-file.ts'
import { isBelow } from '../files/regular-file.ts'
import { readMenuFiles } from './menu-files.ts'

/** Folders above that of the pages in which the configuration may be. */
const MAX_LEVELS = 4
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
  readonly warnings: readonly Warning[]
}

/** Finds the rules for a folder; `named` is the generator that its owner names, null to recognize it. */
export async function findSiteRules(folder: string, named: SourceGenerator | null): Promise<FoundRules> {
  if (named === 'plain') return { rules: PLAIN_RULES, configFiles: [], warnings: [] }
  const pages = resolve(folder)
  let root = pages
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const names = new Set(await readdir(root).catch(() => []))
    const packages = names.has('package.json') ? await readPackages(join(root, 'package.json')) : ''
    for (const profile of PROFILES) {
      if (named !== null && profile.name !== named) continue
      const config = await readConfig(root, { names, packages }, profile)
      const place = config === null ? null : pagesBelow(pages, root, profile, config.text)
      if (config === null || place === null) continue
      const source = resolve(pages, place.folder, place.within.replace(/[^/]+/g, '..'))
      const { menu, excluded, files, warnings } = await readMenuFiles({ root, source, profile, config })
      const rules = { ...rulesOf(profile, config.text, place.folder), within: place.within, menu, excluded }
      return { rules, configFiles: files, warnings }
    }
    if (names.has('.git') || dirname(root) === root) break
    root = dirname(root)
  }
  const profile = named === null ? null : profileNamed(named)
  return { rules: profile === null ? PLAIN_RULES : rulesOf(profile, '', ''), configFiles: [], warnings: [] }
}

/** What a folder has: the names in it, and the dependencies of its manifest as JSON. */
interface Project {
  readonly names: ReadonlySet<string>
  readonly packages: string
}

async function readPackages(path: string): Promise<string> {
  return [...((await readConfigFile('', [path]))?.text ?? '').matchAll(DEPENDENCY)].map(([, list]) => list).join()
}

/** The configuration of a generator in a folder, with its path below that; null for none. */
export async function readProfileConfig(root: string, profile: Profile): Promise<SourceFile | null> {
  const names = new Set(await readdir(root).catch(() => []))
  const config = await readConfig(root, { names, packages: '' }, profile)
  return config === null ? null : { ...config, path: relative(root, config.path).split(sep).join('/') }
}

/** The configuration of a generator in a folder, else the manifest that depends on it; null for neither. */
async function readConfig(root: string, { names, packages }: Project, profile: Profile): Promise<SourceFile | null> {
  for (const name of profile.configs) {
    if (!names.has(name.split('/')[0] ?? name)) continue
    const inner = name.startsWith('.') && !name.includes('.', 1) ? INNER_CONFIGS.map((file) => `${name}/${file}`) : []
    const files = name.endsWith('_default') ? HUGO_CONFIGS.map((file) => `${name}/${file}`) : [name, ...inner]
    for (const file of files) {
      const config = await readConfigFile('', [join(root, file)])
      const isOwnName = basename(file).startsWith(profile.name) || profile.proof === null
      if (config !== null && (isOwnName || profile.proof?.test(config.text))) return config
    }
    if (inner.length > 0) return { path: join(root, name), text: '' }
  }
  const isUsed = profile.packages.some((name) => packages.includes(`"${name}"`))
  return isUsed ? { path: join(root, 'package.json'), text: '' } : null
}

/** Where the pages are. */
interface PagesPlace {
  /** The folder of the pages below the folder that is read, with a slash at its end; empty if that is within it. */
  readonly folder: string
  /** The folder that is read below that of the pages, with a slash at its end; empty if that is within it. */
  readonly within: string
}

/** Null if the folder that is read is another one. */
function pagesBelow(pages: string, root: string, { content, contentKey }: Profile, config: string): PagesPlace | null {
  const stated = contentKey === null ? null : settingOf(config, contentKey)
  for (const folder of stated === null ? content : [stated]) {
    const source = resolve(root, folder)
    if (isBelow(source, pages)) return { folder: '', within: pathBetween(source, pages) }
    if (pages === root) return { folder: pathBetween(root, source), within: '' }
  }
  return null
}

function pathBetween(from: string, to: string): string {
  const path = relative(from, to).split(sep).join('/')
  return path === '' ? '' : `${path}/`
}
