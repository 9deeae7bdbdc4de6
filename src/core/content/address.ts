/** The path of a content file -> the slug, address and group of its page, and a title for a page without one. */
import type { Document } from './document.ts'
import { MARKDOWN_FILE, namedSegments, sourceAddress, type WrittenAddress } from './generators/source-address.ts'
import { stripInvisible } from './invisible.ts'
import type { Page } from './page.ts'
import type { ContentSettings } from './settings.ts'

/** Slug of the page at the root. */
export const ROOT_SLUG = 'index'

const HTML = /\.html?$/i
const FOLDER_PAGE = { html: /^index$/i, markdown: /^(?:_?index|readme)$/i } as const

/** Segments at the start of an address or a page's address that the other may lack. */
const MAX_PREFIX_SEGMENTS = 6

/** The format of a file that holds a page. */
export type ContentFormat = 'html' | 'markdown'

/** Format of a file by its name, null for a file that holds no page. */
export function formatOf(path: string): ContentFormat | null {
  if (HTML.test(path)) return 'html'
  return MARKDOWN_FILE.test(path) ? 'markdown' : null
}

/** The deepest folder that all these paths are in, which are plain names: empty, or with `/` at its end. */
export function commonFolder(paths: readonly string[]): string {
  const folders = paths.map((path) => path.split('/').slice(0, -1))
  const [first = []] = folders
  const differs = first.findIndex((name, at) => folders.some((folder) => folder[at] !== name))
  return first.slice(0, differs === -1 ? first.length : differs).map((name) => `${name}/`).join('')
}

/** The slug of a file by its path without extension; `index`, in Markdown also `README` and `_index`, is its folder. */
export function pathSlug(path: string): string {
  return slugOf(pathSegments(path))
}

/** Slug, address, group and title of a content file's page. */
export function addressOf(
  path: string,
  document: WrittenAddress & Pick<Document, 'group' | 'lang'>,
  settings: Pick<ContentSettings, 'base' | 'trailingSlash' | 'rules'>,
): Pick<Page, 'slug' | 'url' | 'group' | 'title' | 'lang'> {
  if (formatOf(path) === 'html') {
    const segments = pathSegments(path)
    const folders = path.split('/').slice(0, -1)
    // A server finds a built file by its whole name, except the page of a folder.
    const isFile = segments.length > folders.length
    const url = isFile ? settings.base + encodePath(path.split('/')) : pageUrl(segments, settings, null)
    return { ...namesOf(segments, folders[0], document), url, lang: document.lang }
  }
  const { segments, ending, lang, group } = sourceAddress(path, document, settings.rules)
  const named = slugSegments(segments.join('/'))
  const url = pageUrl(named, settings, ending)
  return { ...namesOf(named, group, document), url, lang: document.lang ?? lang }
}

/** Slug, group and title of the page at these segments; `folder` is the group of a page that states none. */
export function namesOf(
  segments: readonly string[],
  folder: string | undefined,
  document: Pick<Document, 'title' | 'group'>,
): Pick<Page, 'slug' | 'group' | 'title'> {
  const slug = slugOf(segments)
  const group = document.group ?? (folder === undefined ? null : readable(folder))
  return { slug, group, title: document.title ?? titleOfSlug(slug) }
}

function pathSegments(path: string): readonly string[] {
  const format = formatOf(path) ?? 'html'
  const segments = path.replace(format === 'html' ? HTML : MARKDOWN_FILE, '').split('/')
  const isFolderPage = FOLDER_PAGE[format].test(segments.at(-1) ?? '')
  return isFolderPage ? segments.slice(0, -1) : segments
}

/** Segments of a slug as an author wrote it; none for that of the root. */
export function slugSegments(slug: string): readonly string[] {
  const named = namedSegments(slug)
  return named.length === 1 && named[0] === ROOT_SLUG ? [] : named
}

/** The slug of segments: one line of visible characters, without the `#` that separates it from an anchor in an id. */
export function slugOf(segments: readonly string[]): string {
  const line = stripInvisible(segments.join('/').toWellFormed()).replace(/[\t\n\f\r]/g, ' ')
  return line.replaceAll('#', '%23') || ROOT_SLUG
}

/** The address of a page; `ending` is what follows its segments, null for the setting's. */
function pageUrl(
  segments: readonly string[],
  { base, trailingSlash }: Pick<ContentSettings, 'base' | 'trailingSlash'>,
  ending: string | null,
): string {
  const end = ending ?? (trailingSlash ? '/' : '')
  if (segments.length > 0) return base + encodePath(segments) + end
  return end === '' && base !== '/' ? base.slice(0, -1) : base
}

/** Segments as a path, percent-encoded; parentheses too, so that a Markdown link can hold the address. */
export function encodePath(segments: readonly string[]): string {
  const encoded = segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/')
  return encoded.replaceAll('(', '%28').replaceAll(')', '%29')
}

/** The title of a page whose file has none: the name of its file, or of its folder. */
export function titleOfSlug(slug: string): string {
  return readable(slug.slice(slug.lastIndexOf('/') + 1).replaceAll('%23', '#'))
}

/** Initialisms that names of folders and files often have; `id` is a language too. */
const INITIALISMS = new Set(`
  ai api aws cdn ci cli cms cors css csv db dns faq gcp gui html http https ide ip json jwt llm mcp mdx oidc os pdf php
  qa rest rpc rss sdk seo sql ssg ssl ssr sso tls ui url ux vm vpn xml yaml
`.trim().split(/\s+/))
/** A number that only orders files and folders: `1.guide`, `01-guide`; not that of `3-d`. */
const ORDER = /^(?:\d+\.|\d{2,3}[-_ ])(?=\p{L})/u

/** A name for a segment of a path: `getting-started` -> `Getting started`, `rest-api` -> `REST API`. */
export function readable(segment: string): string {
  const words = segment.replace(ORDER, '').replace(/[-_\s]+/g, ' ').trim() || segment
  const name = words.replace(/(?<![\p{L}\p{N}.])\p{Ll}+(?![\p{L}\p{N}.])/gu, spellInitialism)
  const first = String.fromCodePoint(name.codePointAt(0) ?? 0x20)
  return first.toUpperCase() + name.slice(first.length)
}

/** `api` -> `API`, `apis` -> `APIs`; other words stay as they are. */
function spellInitialism(word: string): string {
  if (INITIALISMS.has(word)) return word.toUpperCase()
  const singular = word.slice(0, -1)
  return word.endsWith('s') && INITIALISMS.has(singular) ? `${singular.toUpperCase()}s` : word
}

/**
 * Deep link of a section: the page's address and its anchor as a fragment; the page's address for the intro. A fragment
 * is as browsers match it: letters of any script stay readable, only characters that would end or break the link are
 * percent-encoded (URL standard, fragment percent-encode set, with `%`, `(` and `)` for Markdown links).
 */
export function sectionUrl({ url }: Pick<Page, 'url'>, anchor: string | null): string {
  const hex = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
  return anchor === null ? url : `${url}#${anchor.toWellFormed().replace(/[\u0000- "<>`%()\u007f\\[\]]/g, hex)}`
}

/** A key that sorts slugs segment by segment, the root page first. */
export function slugOrderKey(slug: string): string {
  return slug === ROOT_SLUG ? '' : slug.replaceAll('/', '\u0001')
}

/** The key of an address without its first segments, longest first: `b/c` and `c` of `a/b/c`. */
export function endsOf(key: string): string[] {
  return key.split('/', MAX_PREFIX_SEGMENTS).flatMap((_, skipped, segments) => {
    const end = key.slice(segments.slice(0, skipped + 1).join('/').length + 1)
    return end === '' ? [] : end
  })
}
