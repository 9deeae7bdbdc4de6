/** The path of a source and its frontmatter -> the segments of its page's address, by the rule of its generator. */
import { folderLanguage } from '../../base/language-tag.ts'
import type { SiteRules } from './profile.ts'

/** The place of a page in its site. */
export interface SourceAddress {
  readonly segments: readonly string[]
  /** Part after the segments; null for the setting `trailingSlash`. */
  readonly ending: string | null
  /** The language that the file's name states. */
  readonly lang: string | null
  /** First folder of the file, without one of its language. */
  readonly group: string | undefined
}

/** What the frontmatter says of the address; null for nothing. */
export interface WrittenAddress {
  readonly slug: string | null
  readonly permalink: string | null
  readonly id: string | null
}

/** The extension of a source. */
export const MARKDOWN_FILE = /\.(?:md|markdown|mdx)$/i
const LANGUAGE_SUFFIX = /^(.+)\.([a-z]{2}(?:-[a-z]{2,4})?)$/i

/** The address of a source in Markdown. */
export function sourceAddress(
  path: string,
  document: WrittenAddress,
  { address: rule, folder, route, defaultLang }: SiteRules,
): SourceAddress {
  const isBelow = folder !== '' && path.startsWith(folder)
  const below = isBelow ? path.slice(folder.length) : path
  const folders = below.split('/')
  const stem = (folders.pop() ?? '').replace(MARKDOWN_FILE, '')
  const [, base = stem, tag = ''] = (rule.hasLanguageSuffix && LANGUAGE_SUFFIX.exec(stem)) || []
  const lang = folderLanguage(tag)
  const name = lang === null ? stem : base
  const isFolderPage = rule.folderPage.test(name) ||
    (rule.isNamedLikeFolder && name.toLowerCase() === folders.at(-1)?.toLowerCase())
  const spelled = folders.filter((one) => rule.group?.test(one) !== true).map((one) => spell(one, rule))
  const isDefault = lang === null || lang.toLowerCase() === defaultLang
  const prefix = [...(isDefault ? [] : [tag.toLowerCase()]), ...(isBelow ? namedSegments(route) : [])]
  const shared = { lang, group: folders[0] }
  const { permalink, id } = document
  const slug = rule.slug === 'none' ? null : document.slug
  if (rule.takesPermalink && permalink !== null) return { ...shared, ...writtenAddress(permalink) }
  if (slug !== null && rule.slug !== 'name') {
    const isWhole = rule.slug === 'path' || slug.startsWith('/')
    const segments = [...(isWhole ? [] : spelled), ...namedSegments(slug)]
    const ending = isWhole && slug.endsWith('/') && rule.slug === 'relative' ? rule.folderEnding : rule.ending
    return { ...shared, segments: [...prefix, ...segments], ending: segments.length === 0 ? rule.folderEnding : ending }
  }
  if (isFolderPage && (slug === null || folders.length === 0)) {
    return { ...shared, segments: [...prefix, ...spelled], ending: rule.folderEnding }
  }
  const given = slug ?? (rule.takesId ? id : null)
  const last = given === null ? spell(name, rule) : (rule.spell ?? ((text: string) => text))(given)
  const above = isFolderPage ? spelled.slice(0, -1) : spelled
  return { ...shared, segments: [...prefix, ...above, last], ending: rule.ending }
}

/** A name as a segment of an address. */
function spell(name: string, { order, spell: spelling }: SiteRules['address']): string {
  const plain = (order === null ? name : name.replace(order, '')) || name
  return spelling === null ? plain : spelling(plain)
}

/** Segments as an author wrote them: `/guides/../routing/` is `guides/routing`. */
export function namedSegments(slug: string): string[] {
  const segments = slug.replaceAll('\\', '/').split('/').map((segment) => segment.trim())
  return segments.filter((name) => !['', '.', '..'].includes(name))
}

/** An address or a part of one without percent-encoding; as it is if that is malformed. */
export function decodeAddress(address: string): string {
  if (!address.includes('%')) return address
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** `/a/b/`, `/a/b.html`, `/a/index.html` as written. */
function writtenAddress(permalink: string): Pick<SourceAddress, 'segments' | 'ending'> {
  const isFolder = /\/(?:index\.html?)?$/.test(permalink)
  const segments = namedSegments(permalink.replace(/\/index\.html?$|\.html?$/, ''))
  const file = /\.html?$/.exec(permalink)?.[0] ?? ''
  return { segments, ending: isFolder ? '/' : file }
}
