/**
 * The profile of a generator and the text of a configuration -> the rules by which the sources of a site are read. What
 * the values of the configuration say is added by those who read it.
 */
import { type PathPattern, pathPattern } from './path-pattern.ts'
import { type Profile, row, type SourceGenerator } from './profile.ts'
import { type CodeRule, NO_MENU, PLAIN_CODE, type SiteMenu } from './site-rules.ts'
import { type ContentMount, mountOf, type Redirect, type SourcePlace } from './source-address.ts'

/** A value in frontmatter. */
export type FrontValue = string | number | boolean | null | readonly FrontValue[] | FrontMap
/** A map in frontmatter. */
export type FrontMap = ReadonlyMap<string, FrontValue>

/** Fields of the pages at some paths from the folder of pages. */
export interface PageDefaults {
  readonly fits: (path: string) => boolean
  readonly fields: FrontMap
}

/** The rules by which the sources of a site are read. */
export interface SiteRules
  extends SourcePlace, Pick<
    Profile,
    | 'dialect' | 'findsTags' | 'hasHtmlTemplates' | 'hasPlainEmphasis' | 'headings' | 'ignoreFiles' | 'isEditor'
    | 'leafPage' | 'madePages' | 'otherFolders' | 'publishes' | 'showsDescription' | 'targets' | 'underscored'
  > {
  readonly generator: SourceGenerator
  /** Name of the site in the configuration, null without one. */
  readonly siteTitle: string | null
  readonly menu: SiteMenu
  /** Pages that the configuration leaves out, by their paths from the folder of pages. */
  readonly excluded: readonly PathPattern[]
  readonly redirects: readonly Redirect[]
  /** Fields that pages have besides their own, which count before them; later ones before earlier ones. */
  readonly defaults: readonly PageDefaults[]
  /** Folders of what pages include, from the folder that is read. */
  readonly snippetFolders: readonly string[]
  readonly code: CodeRule
  /** Texts that `{{name}}` shows, by name; null if that is text. */
  readonly substitutions: ReadonlyMap<string, string> | null
  /** Languages of pages that state none: that of the site, null if it is unknown, and those of first folders. */
  readonly lang: string | null
  readonly locales: Readonly<Record<string, string>>
}

/** The path of a page from the folder of pages. */
export function sourcePath(path: string, { mounts, within }: Pick<SiteRules, 'mounts' | 'within'>): string {
  const { folder, source } = mountOf(path, mounts)
  return source + within + path.slice(folder.length)
}

/** The rules of a generator with a configuration; `mounts` are the folders of its pages below the one that is read. */
export function rulesOf(profile: Profile, config: string, mounts: readonly ContentMount[]): SiteRules {
  const { name, headings, address, menu: { tree, ties, hasTitles }, variants } = profile
  const set = variants.filter(({ setting }) => setting.test(config))
  const chosen: Profile = Object.assign({}, profile, ...set)
  return {
    ...chosen, generator: name, siteTitle: null, mounts, within: '',
    excluded: profile.noPages.map((glob) => pathPattern(glob, 'glob')),
    redirects: [], defaults: [], snippetFolders: [], code: PLAIN_CODE, substitutions: null, permalinks: [],
    headings: Object.assign({}, headings, ...set.map((variant) => variant.headings)),
    address: Object.assign({}, address, ...set.map((variant) => variant.address)),
    menu: { ...NO_MENU, tree, ties, hasTitles },
    defaultLang: defaultLanguage(config), lang: null, locales: {},
  }
}

/** The rules for files without a generator, or of an unknown one, for which authors write addresses. */
export const PLAIN_RULES = rulesOf(row('plain', '', {
  headings: { hasNotes: true }, address: { permalink: 'permalink' },
}), '', [])

/** The language of sources that state none. */
export function defaultLanguage(config: string): string {
  return settingOf(config, 'defaultContentLanguage')?.toLowerCase() ?? 'en'
}

/** A text that a configuration of any format gives a key, null for none. */
export function settingOf(config: string, key: string): string | null {
  const pattern = new RegExp(`(?:^|[\\s{,])["']?${key}["']?[ \\t]*[:=][ \\t]*["']?([^"'\\s,{}]+)`)
  return pattern.exec(config)?.[1] ?? null
}
