/**
 * Entries of content collections -> the pages of a site. An entry has an id,
 * and its collection a pattern that makes an address of it: `/blog/[id]/`.
 * A page's slug is the path of its address, without the site's base.
 */
import { askedSegments, encodePath, readable, slugOf } from '../address.ts'
import type { Document } from '../document.ts'
import type { Frontmatter } from '../frontmatter/frontmatter.ts'
import type { HeadingRule, GeneratedHeading } from '../heading-ids.ts'
import { readHtml } from '../html/html.ts'
import { readMarkdownBody } from '../markdown/markdown.ts'
import type { Page, Warning } from '../page.ts'
import { orderPages, type Site } from './site.ts'

/** What a collection holds of one page. */
export interface CollectionEntry {
  readonly id: string
  /** Its file, or a name for it. One that ends in `.mdx` is MDX. */
  readonly path: string
  /** Its Markdown; empty where it has only `html`. */
  readonly source: Frontmatter
  /** What it was rendered to, read where there is no Markdown. */
  readonly html: string | null
  /** As the site's generator found them; none where it doesn't tell. */
  readonly headings: readonly GeneratedHeading[]
}

/** How entries become pages. */
export interface CollectionSettings {
  /** Prefix of every link, starting and ending with `/`. */
  readonly base: string
  /** Deepest heading that starts a section, 2 to 6. */
  readonly depth: number
  readonly rule: HeadingRule
  /** First segment of an id -> the language of what is below it. */
  readonly locales: Readonly<Record<string, string>>
  /** Language of all else; null where the site tells none. */
  readonly lang: string | null
}

/** Takes the entries of a site's collections one after the other. */
export interface CollectionReader {
  /** `pattern` is one that `isPattern` knows. */
  readonly add: (entry: CollectionEntry, pattern: string) => void
  readonly finish: () => Site
}

const PATTERN = /^(\/(?:[^[\]?#\s]*\/)?)\[(?:\.\.\.)?[a-z]+\]([^[\]?#\s]*)$/i
/** `404`, `fr/404`. */
const NOT_FOUND_PAGE = /^(?:[a-z]{2}(?:-[a-z]{2,4})?\/)?404$/i

/** Whether a text is a pattern of addresses: a path with one name in brackets for the id. */
export function isPattern(text: string): boolean {
  return PATTERN.test(text)
}

/** Reads entries in any number of steps. */
export function createCollectionReader(settings: CollectionSettings): CollectionReader {
  const found: { page: Page; warnings: readonly Omit<Warning, 'path'>[] }[] = []
  let hidden = 0

  function add(entry: CollectionEntry, pattern: string): void {
    if (NOT_FOUND_PAGE.test(entry.id)) return
    const document = readEntry(entry, settings)
    if (document.hidden !== null) {
      hidden += 1
      return
    }
    const { description, sections, warnings } = document
    const page = { path: entry.path, description, sections, ...placeOf(entry.id, document, { ...settings, pattern }) }
    // A copy: strings of a document are parts of its file's text, all of which they keep in memory.
    found.push(structuredClone({ page, warnings }))
  }

  return { add, finish: () => ({ ...orderPages(found), hidden }) }
}

function readEntry({ path, source, html, headings }: CollectionEntry, { depth, rule }: CollectionSettings): Document {
  if (source.body.trim() !== '' || html === null) return readMarkdownBody(path, source, { depth, rule, headings })
  const { sections, warnings } = readHtml({ path, text: html }, { depth })
  return { ...readMarkdownBody(path, { ...source, body: '' }, { depth }), sections, warnings }
}

type Asked = Pick<Document, 'title' | 'group' | 'lang'>

function placeOf(
  id: string,
  asked: Asked,
  { pattern, base, locales, lang }: CollectionSettings & { readonly pattern: string },
): Pick<Page, 'slug' | 'url' | 'group' | 'title' | 'lang'> {
  const [, before = '/', after = ''] = PATTERN.exec(pattern) ?? []
  const own = askedSegments(id)
  // `/[id].html` has a file for the root, `/[id]/` the root itself.
  const segments = own.length === 0 && /^\.[a-z]+$/i.test(after) ? ['index'] : own
  const path = before + encodePath(segments) + after
  const behind = after.replace(/^\.[a-z]+$/i, '').split('/')
  const all = [...before.split('/'), ...own, ...behind].filter((segment) => segment !== '')
  const slug = slugOf(all)
  const local = Object.hasOwn(locales, own[0] ?? '') ? own[0]! : null
  const folders = all.filter((segment, at) => at > 0 || segment !== local).slice(0, -1)
  return {
    slug,
    url: segments.length === 0 && after === '' ? withoutSlash(base + before.slice(1)) : base + oneSlash(path).slice(1),
    group: asked.group ?? (folders[0] === undefined ? null : readable(folders[0])),
    title: asked.title ?? readable(slug.slice(slug.lastIndexOf('/') + 1)),
    lang: asked.lang ?? (local === null ? lang : locales[local]!),
  }
}

function oneSlash(path: string): string {
  return path.replace(/\/{2,}/g, '/')
}

/** Where no address ends in a slash, only that of a site's own root does. */
function withoutSlash(url: string): string {
  return url === '/' ? url : url.replace(/\/$/, '')
}
