/**
 * The path of a source and its frontmatter -> the segments of its page's address, by the rule of its generator, or by the
 * form that a configuration gives a folder, such as `/blog/:year/:month/:slug/`: jekyllrb.com/docs/permalinks,
 * gohugo.io/configuration/permalinks.
 */
import { folderLanguage } from '../../text/language.ts'
import { eleventySlug, pymdownSlug, slug } from './heading-ids.ts'
import type { PathPattern } from './path-pattern.ts'

/** The way from the path of a source to the address of its page. */
export interface AddressRule {
  /** End of a page's address; null for the setting `trailingSlash`. */
  readonly ending: '/' | '' | '.html' | '.htm' | null
  /** End of the address of a folder's page. */
  readonly folderEnding: '/' | '' | '/index.html' | '/index.htm' | null
  /** The name, without extension, of the page of a folder. */
  readonly folderPage: RegExp
  /** True if a file with the name of its folder is the page of that folder. */
  readonly isNamedLikeFolder: boolean
  /** Part of a segment that only orders it; null if all of it stays. */
  readonly order: RegExp | null
  /** Folders that no address has: `(group)`. */
  readonly group: RegExp | null
  /** True if a second page of an address gets a number. */
  readonly isNumbered: boolean
  /** Makes a segment of an address of a name; null if the name stays. */
  readonly spell: ((name: string) => string) | null
  /** True if `page.fr.md` is the page in French, whose address starts with `fr`. */
  readonly hasLanguageSuffix: boolean
  /** What `slug` of the frontmatter replaces: the whole path, the name, what follows the page's folder, or nothing. */
  readonly slug: 'path' | 'name' | 'relative' | 'none'
  /** What the address is in the frontmatter: `permalink` or `url`, `path` or `route`, or nothing. */
  readonly permalink: 'permalink' | 'route' | null
  /** What that may be made of, besides what the configuration has for its folder. */
  readonly parts: PermalinkParts
  /** True if `id` of the frontmatter is the name. */
  readonly takesId: boolean
}

/** Files without a generator, and what is usual. */
export const PLAIN_ADDRESS: AddressRule = {
  ending: null, folderEnding: null, folderPage: /^(?:_?index|readme)$/i, isNamedLikeFolder: false, order: null,
  group: null, isNumbered: false, spell: null, hasLanguageSuffix: false, slug: 'path', permalink: null, parts: {},
  takesId: false,
}

/** The place of a page in its site. */
interface SourceAddress {
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
  /** True for a project of which only `otherFolders` have pages. */
  readonly isOfOthers?: boolean
  /** True for pages that are not published, and for those that are not to be found. */
  readonly isLeftOut?: boolean
  readonly isNoIndex?: boolean
  /** Pages that it leaves out, by their paths from the folder. */
  readonly excluded?: readonly PathPattern[]
}

/** A pattern of sources, from the folder of pages, whose addresses are made of another path. */
export interface Rewrite {
  readonly from: RegExp
  readonly to: string
  /** True for pages with a slug, else for the others. */
  readonly isOfSlugs?: true
}

/** An address that leads to another one, both from the root of the site; `*` at the end of both is the rest. */
export interface Redirect {
  readonly from: string
  readonly to: string
}

/** What says where the pages of sources are. */
export interface SourcePlace {
  readonly address: AddressRule
  readonly rewrites: readonly Rewrite[]
  /** Folders of the pages: the first that a path begins with counts. */
  readonly mounts: readonly ContentMount[]
  readonly permalinks: readonly Permalink[]
  /** Path of the folder that is read, if that is within the folder of pages, with a slash at its end; else empty. */
  readonly within: string
  /** Language of sources without a suffix, as it is part of addresses. */
  readonly defaultLang: string
}

/** What the frontmatter says of the address, and what forms of addresses are filled with; null for nothing. */
export interface WrittenAddress {
  readonly slug: string | null
  readonly permalink: string | null
  readonly route?: string | null
  readonly id: string | null
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
  const { id } = document
  const permalink = rule.permalink === null ? null : (document[rule.permalink] ?? null)
  const slug = rule.slug === 'none' ? null : document.slug
  const rewrite = rewrites.find(({ from, isOfSlugs = false }) => isOfSlugs === (slug !== null) && from.test(source))
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
  const file = mount.source + within + source
  // Posts of Jekyll are in any folder: `tips/_posts/2026-01-31-a.md`.
  const isWithin = (folder: string) => folder.endsWith('_posts/') && file.includes(`/${folder}`)
  const ofFolder = permalinks.find(({ folder }) => file.startsWith(folder) || isWithin(folder))
  const plain: Permalink = { folder: '', parts: rule.parts, ...ofFolder, form: eleventyForm(permalink ?? '') }
  const isOwn = permalink !== null && isPermalink(plain.form, plain.parts)
  if (isOwn && !plain.form.includes(':')) return { ...shared, ...writtenAddress(plain.form) }
  const form = isOwn ? plain : ofFolder
  const filled = name.startsWith('_') || form === undefined ? null : filledPermalink(form, file, name, document)
  if (filled !== null) {
    const written = writtenAddress(filled)
    const spelled = written.segments.map((one) => rule.spell?.(one) ?? one)
    return { ...shared, ...written, segments: [...ofLang, ...spelled] }
  }
  if (slug !== null && rule.slug !== 'name') {
    const isWhole = rule.slug === 'path' || slug.startsWith('/')
    const segments = namedSegments(isWhole ? slug : pathWithin([...spelled, ''].join('/'), slug))
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
  function filledPermalink(permalink: Permalink, source: string, name: string, document: WrittenAddress) {
    const around = source.split('/').slice(0, -1)
    const start = Math.max(0, source.indexOf(permalink.folder))
    const below = source.slice(start + permalink.folder.length).replace(/(?<![^/])[^/]*$/, '')
    // Jekyll: folders around that of posts are categories.
    const categories = [...namedSegments(source.slice(0, start)), ...(document.categories ?? [])]
    const from = document.lifetime?.from
    const last = (rule.hasLanguageSuffix || rule.isNamedLikeFolder) && isFolderPage ? (around.at(-1) ?? name) : name
    const page = {
      path: below + name, folders: isFolderPage ? around.slice(0, -1) : around, categories,
      slug: document.slug ?? (rule.order?.test(last) === true ? last.replace(rule.order, '') : null),
      title: document.title, name: last,
      date: from !== undefined && Number.isFinite(from) ? from : postDate(name),
    }
    return fillPermalink(permalink, page)
  }
}

/** The title that Jekyll makes of the name of a post: github.com/jekyll/jekyll (`Utils.titleize_slug`) */
export function postTitle(name: string): string {
  const words = undated(name).replace(MARKDOWN_FILE, '').toLowerCase().split('-')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}

/** The folder of a page; one without a path for pages beside them. */
export function mountOf(path: string, mounts: readonly ContentMount[]): ContentMount {
  return mounts.find(({ folder }) => path.startsWith(folder)) ?? { folder: '', route: '', lang: null, source: '' }
}

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

/** The form of the addresses of a folder's pages. */
export interface Permalink {
  /** Path from the folder of all pages, with a slash at its end. */
  readonly folder: string
  /** From the root of the site. */
  readonly form: string
  readonly parts: PermalinkParts
}

/** What the parts of an address can be made of. */
interface PermalinkPage extends Pick<WrittenAddress, 'slug' | 'title'> {
  /** Path below its folder, without extension. */
  readonly path: string
  /** The last segment of that, or of its folder if it is the page of one. */
  readonly name: string
  /** The folders around it, from the folder of all pages. */
  readonly folders: readonly string[]
  readonly categories: readonly string[]
  /** Milliseconds since 1970; null if it is unknown. */
  readonly date: number | null
}

/** By name, without the colon; null for what the page doesn't have. */
type PermalinkParts = Readonly<Record<string, (page: PermalinkPage) => string | null>>

/** `:sections[1:]`, `:sections[last]`: some of the segments (Hugo). */
const PART = /:([a-z_]+)(?:\[(\w*)(?:(:)(\w*))?\])?/g
const POST_NAME = /(?<![^/])(\d{4})-(\d{1,2})-(\d{1,2})-(?=[^/]+$)/
/** A path, or a name, without the date in front of its name. */
const undated = (path: string) => path.replace(POST_NAME, '')

/** The date in the name of a post of Jekyll, in UTC, in milliseconds since 1970; null without one. */
export function postDate(name: string): number | null {
  const [, year, month, day] = POST_NAME.exec(name) ?? []
  return year === undefined ? null : Date.UTC(Number(year), Number(month) - 1, Number(day))
}

/** Jekyll's slugs in the modes `pretty`, with its case, and `default`. */
const pretty = (name: string) => name.replace(/[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+/gu, '-').replace(/^-|-$/g, '')
const plain = (name: string) => name.toLowerCase().replace(/[^\p{M}\p{L}\p{Nd}]+/gu, '-').replace(/^-|-$/g, '')
/** A name as Hugo's addresses have it, with its case. */
export function hugoName(name: string): string {
  const kept = name.replace(/[^\p{L}\p{M}\p{N}._#+~@\s-]/gu, '').trim()
  return kept.replace(/\s+/g, ' ').replace(/ ?- ?/g, '-').replaceAll(' ', '-')
}

/** The same in lower case, as addresses have it. */
export const hugoSegment = (name: string): string => hugoName(name).toLowerCase()

/** The same without accents. */
export function hugoPlain(name: string): string {
  return hugoSegment(name.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC'))
}

/** The part that a title or slug is. */
const hugoPart = (text: string) => hugoSegment(text.replaceAll('+', ''))

const dated = (read: (date: Date) => number, length: number) => ({ date }: PermalinkPage) => {
  return date === null ? null : String(read(new Date(date))).padStart(length, '0')
}
const [monthOf, dayOf] = [(date: Date) => date.getUTCMonth() + 1, (date: Date) => date.getUTCDate()]
const [year, month, day] = [dated((date) => date.getUTCFullYear(), 4), dated(monthOf, 2), dated(dayOf, 2)]
const dates = { year, month, day, i_month: dated(monthOf, 1), i_day: dated(dayOf, 1) }
const dayOfYear = (date: Date) => Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 0)) / 86_400_000)

/** The parts of Jekyll. */
export const JEKYLL_PARTS: PermalinkParts = {
  ...dates, y_day: dated(dayOfYear, 3), short_year: (page) => year(page)?.slice(-2) ?? null, path: ({ path }) => path,
  name: ({ name }) => plain(name), title: ({ name, slug }) => slug ?? pretty(undated(name)),
  slug: ({ name, slug }) => plain(slug ?? undated(name)),
  categories: ({ categories }) => categories.map((one) => one.toLowerCase()).join('/'),
  slugified_categories: ({ categories }) => categories.map(plain).join('/'), output_ext: () => '.html',
}

/** The parts of its pages outside of collections. */
export const JEKYLL_PAGE_PARTS: PermalinkParts = {
  path: ({ folders }) => folders.join('/'), basename: ({ name }) => name, output_ext: () => '.html',
}

/** The parts of Hexo: hexo.io/docs/permalinks */
export const HEXO_PARTS: PermalinkParts = {
  ...dates, title: ({ path }) => undated(path), name: ({ name }) => undated(name),
  post_title: ({ title, name }) => slug(title ?? undated(name)),
  category: ({ categories }) => categories.map(slug).join('/') || 'uncategorized',
}

/** The parts of Material's blog. */
export const BLOG_PARTS: PermalinkParts = {
  year, month, day, slug: ({ slug, title, name }) => slug ?? pymdownSlug(title ?? name), file: ({ name }) => name,
  categories: ({ categories }) => categories.map(pymdownSlug).join('/'),
}

/** Templates in addresses of Eleventy that are read: 11ty.dev/docs/permalinks, 11ty.dev/docs/data-eleventy-supplied */
const TEMPLATE = /\{\{-?\s{0,9}(?:page\.)?(fileSlug|filePathStem|title)(?:\s{0,9}\|\s{0,9}slug(?:ify)?)?\s{0,9}-?\}\}/g

/** An address of Eleventy as a form. */
function eleventyForm(address: string): string {
  return address.replace(TEMPLATE, (_, name: string) => (name === 'filePathStem' ? '/:path' : `:${name.toLowerCase()}`))
}

/** The parts of Eleventy. */
export const ELEVENTY_PARTS: PermalinkParts = {
  fileslug: ({ name }) => undated(name), path: ({ path }) => undated(path),
  title: ({ title, name }) => eleventySlug(title ?? undated(name)),
}

/** The parts of VuePress. */
export const VUEPRESS_PARTS: PermalinkParts = { year, month, day, slug: ({ name }) => undated(name) }

/** The parts of Hugo. */
export const HUGO_PARTS: PermalinkParts = {
  year, month, day, yearday: dated(dayOfYear, 1), weekday: dated((date) => date.getUTCDay(), 1),
  section: ({ folders }) => folders[0] ?? '', sections: ({ folders }) => folders.join('/'),
  title: ({ title, name }) => hugoPart(title ?? name), slug: ({ slug, title, name }) => hugoPart(slug ?? title ?? name),
  slugorfilename: ({ slug, name }) => hugoSegment(slug ?? name),
  slugorcontentbasename: ({ slug, name }) => hugoSegment(slug ?? name), filename: ({ name }) => hugoSegment(name),
  contentbasename: ({ name }) => hugoSegment(name),
}

/** True for a form whose parts are all known. */
export function isPermalink(form: string, parts: PermalinkParts): boolean {
  const isKnown = [...form.matchAll(PART)].every(([, name = '']) => Object.hasOwn(parts, name))
  return isKnown && !/[{}[\]]/.test(form.replace(PART, ''))
}

/** The address, from the root of the site; null if the page lacks a part of it. */
function fillPermalink({ form, parts }: Permalink, page: PermalinkPage): string | null {
  const values = [...form.matchAll(PART)].map(([, name = '', from, isRange, to = '']) => {
    const value = parts[name]?.(page) ?? null
    if (value === null || from === undefined) return value
    const segments = value.split('/')
    const [start, end] = [from || '0', to || String(segments.length)].map((bound) => {
      return bound === 'last' ? segments.length - 1 : Number(bound)
    })
    return segments.slice(start, isRange === undefined ? Number(start) + 1 : end).join('/')
  })
  if (values.includes(null)) return null
  const rest = values.values()
  return `/${form.replace(PART, () => rest.next().value ?? '')}`.replace(/\/{2,}/g, '/')
}
