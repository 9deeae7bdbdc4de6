/** The path of a source and its frontmatter -> the segments of its page's address, by the rule of its generator. */
import { folderLanguage } from '../../text/language.ts'
import { fillPermalink, type Permalink, POST_NAME } from './permalink.ts'

/** The way from the path of a source to the address of its page. */
export interface AddressRule {
  /** End of a page's address; null for the setting `trailingSlash`. */
  readonly ending: '/' | '' | '.html' | null
  /** End of the address of a folder's page. */
  readonly folderEnding: '/' | '' | '/index.html' | null
  /** The name, without extension, of the page of a folder. */
  readonly folderPage: RegExp
  /** True if a file with the name of its folder is the page of that folder. */
  readonly isNamedLikeFolder: boolean
  /** Part of a segment that only orders it; null if all of it stays. */
  readonly order: RegExp | null
  /** Folders that no address has: `(group)`. */
  readonly group: RegExp | null
  /** Makes a segment of an address of a name; null if the name stays. */
  readonly spell: ((name: string) => string) | null
  /** True if `page.fr.md` is the page in French, whose address starts with `fr`. */
  readonly hasLanguageSuffix: boolean
  /** What `slug` of the frontmatter replaces: the whole path, the name, what follows the page's folder, or nothing. */
  readonly slug: 'path' | 'name' | 'relative' | 'none'
  /** True if `permalink` or `url` of the frontmatter is the address, and `id` the name. */
  readonly takesPermalink: boolean
  readonly takesId: boolean
}

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

/** A folder with pages. */
export interface ContentMount {
  /** Its path, with a slash at its end; empty if it is the folder that is read. */
  readonly folder: string
  /** Address of that folder. */
  readonly route: string
  /** Language of its pages, in front of their addresses; null for that of the site. */
  readonly lang: string | null
  /** What its pages' paths in the menu and in patterns begin with. */
  readonly source: string
  /** True for pages that are not published. */
  readonly isLeftOut?: boolean
}

/** A pattern of sources, from the folder of pages, whose addresses are made of another path, unless they have a slug. */
export interface Rewrite {
  readonly from: RegExp
  readonly to: string
}

/** An address that leads to another one, both from the root of the site; `*` at the end of both is the rest. */
export interface Redirect {
  readonly from: string
  readonly to: string
}

/** The folders of the pages, and the language of sources without a suffix: see `SiteRules`. */
interface SourcePlace {
  readonly address: AddressRule
  readonly rewrites: readonly Rewrite[]
  readonly mounts: readonly ContentMount[]
  readonly permalinks: readonly Permalink[]
  readonly within: string
  readonly defaultLang: string
}

/** What the frontmatter says of the address; null for nothing. */
export interface WrittenAddress {
  readonly slug: string | null
  readonly permalink: string | null
  readonly id: string | null
  /** What forms of addresses are filled with. */
  readonly title: string | null
  readonly categories?: readonly string[]
  readonly lifetime?: { readonly from: number } | null
}

/** The extension of a source. */
export const MARKDOWN_FILE = /\.(?:md|markdown|mdx)$/i
const LANGUAGE_SUFFIX = /^(.+)\.([a-z]{2}(?:-[a-z]{2,4})?)$/i

/** The address of a source in Markdown. */
export function sourceAddress(
  path: string,
  document: WrittenAddress,
  { address: rule, mounts, rewrites, permalinks, within, defaultLang }: SourcePlace,
): SourceAddress {
  const mount = mountOf(path, mounts)
  const source = path.slice(mount.folder.length)
  const { permalink, id } = document
  const slug = rule.slug === 'none' ? null : document.slug
  const rewrite = slug === null ? rewrites.find(({ from }) => from.test(source)) : undefined
  const folders = (rewrite === undefined ? source : source.replace(rewrite.from, rewrite.to)).split('/')
  const stem = (folders.pop() ?? '').replace(MARKDOWN_FILE, '')
  const [, base = stem, tag = ''] = (rule.hasLanguageSuffix && LANGUAGE_SUFFIX.exec(stem)) || []
  const suffix = folderLanguage(tag)
  const name = suffix === null ? stem : base
  const isFolderPage = rule.folderPage.test(name) ||
    (rule.isNamedLikeFolder && name.toLowerCase() === folders.at(-1)?.toLowerCase())
  const spelled = folders.filter((one) => rule.group?.test(one) !== true).map((one) => spell(one, rule))
  const isDefault = suffix === null || suffix.toLowerCase() === defaultLang
  const ofSite = isDefault ? (mount.lang ?? '') : tag
  const ofLang = ofSite === '' ? [] : [ofSite.toLowerCase()]
  const prefix = [...ofLang, ...namedSegments(mount.route)]
  const shared = { lang: suffix ?? folderLanguage(mount.lang ?? ''), group: folders[0] }
  if (rule.takesPermalink && permalink !== null) return { ...shared, ...writtenAddress(permalink) }
  const filled = name.startsWith('_') ? null : filledPermalink(mount.source + within + source, name, document)
  if (filled !== null) {
    const written = writtenAddress(filled)
    return { ...shared, ...written, segments: [...ofLang, ...written.segments] }
  }
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

  /** The address by the form that the configuration gives a folder; null without one. */
  function filledPermalink(source: string, name: string, document: WrittenAddress): string | null {
    const permalink = permalinks.find(({ folder }) => source.startsWith(folder))
    if (permalink === undefined) return null
    const post = POST_NAME.exec(name)
    const base = name.slice(post?.[0].length ?? 0)
    const around = source.split('/').slice(0, -1)
    const below = source.slice(permalink.folder.length).replace(/[^/]*$/, '')
    const from = document.lifetime?.from
    const page = {
      path: below + base, folders: isFolderPage ? around.slice(0, -1) : around, categories: document.categories ?? [], slug: document.slug,
      title: document.title, name: rule.hasLanguageSuffix && isFolderPage ? (around.at(-1) ?? base) : base,
      date: from !== undefined && Number.isFinite(from) ? from : post === null ? null : Date.parse(post[0].slice(0, -1)),
    }
    return fillPermalink(permalink, page)
  }
}

/** The folder of a page; one without a path for pages beside them. */
export function mountOf(path: string, mounts: readonly ContentMount[]): ContentMount {
  return mounts.find(({ folder }) => path.startsWith(folder)) ?? { folder: '', route: '', lang: null, source: '' }
}

/** A name as a segment of an address. */
function spell(name: string, { order, spell: spelling }: AddressRule): string {
  const plain = (order === null ? name : name.replace(order, '')) || name
  return spelling === null ? plain : spelling(plain)
}

/** Segments as an author wrote them: `/guides/../routing/` is `guides/routing`. */
export function namedSegments(slug: string): string[] {
  const segments = slug.replaceAll('\\', '/').split('/').map((segment) => segment.trim())
  return segments.filter((name) => !['', '.', '..'].includes(name))
}

/** `/a/b/`, `/a/b.html`, `/a/index.html` as written. */
function writtenAddress(permalink: string): Pick<SourceAddress, 'segments' | 'ending'> {
  const isFolder = /\/(?:index\.html?)?$/.test(permalink)
  const segments = namedSegments(permalink.replace(/\/index\.html?$|\.html?$/, ''))
  const file = /\.html?$/.exec(permalink)?.[0] ?? ''
  return { segments, ending: isFolder ? '/' : file }
}

/** The path of a file that another file names; `..` may lead out of the folder that is read. */
export function pathFrom(file: string, name: string): string {
  const segments = file.split('/').slice(0, -1).filter((segment) => segment !== '')
  for (const segment of name.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..' || (segments.at(-1) ?? '..') === '..') segments.push(segment)
    else segments.pop()
  }
  return segments.join('/')
}

/** The same within the folder: what leads out of it ends at its root, as in addresses. */
export function pathWithin(file: string, name: string): string {
  return pathFrom(file, name).replace(/^(?:\.\.(?:\/|$))+/, '')
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
