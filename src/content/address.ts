/**
 * Where a file stands -> where its page stands: slug, address, group, and a
 * title for a page that has none.
 */
import type { Document } from './document.ts'
import { stripInvisible } from './invisible.ts'
import type { Page } from './page.ts'
import type { ContentSettings } from './settings.ts'

/** Slug of the page at the root. */
const ROOT = 'index'

const HTML = /\.html?$/i
const MARKDOWN = /\.(?:md|markdown|mdx)$/i
const FOLDER_PAGE = { html: /^index$/i, markdown: /^(?:index|readme)$/i } as const

export type ContentFormat = 'html' | 'markdown'

/** Format of a file by its name, null for one that holds no page. */
export function formatOf(path: string): ContentFormat | null {
  if (HTML.test(path)) return 'html'
  return MARKDOWN.test(path) ? 'markdown' : null
}

/**
 * Slug of a content file that asks for none: its path without extension.
 * `index` and, in Markdown, `README` stand for their folder.
 */
export function pathSlug(path: string): string {
  return slugOf(pathSegments(path))
}

/** Place of a content file's page in its site. */
export function addressOf(
  path: string,
  asked: Pick<Document, 'title' | 'slug' | 'group'>,
  settings: Pick<ContentSettings, 'base' | 'trailingSlash'>,
): Pick<Page, 'slug' | 'url' | 'group' | 'title'> {
  const own = pathSegments(path)
  const segments = asked.slug === null ? own : askedSegments(asked.slug)
  const slug = slugOf(segments)
  const folders = path.split('/').slice(0, -1)
  // A server finds a built file by its whole name, except the page of a folder.
  const isFile = formatOf(path) === 'html' && own.length > folders.length
  return {
    slug,
    url: isFile ? settings.base + encodePath(path.split('/')) : pageUrl(segments, settings),
    group: asked.group ?? (folders.length > 0 ? readable(folders[0]!) : null),
    title: asked.title ?? readable(slug.slice(slug.lastIndexOf('/') + 1)),
  }
}

function pathSegments(path: string): readonly string[] {
  const format = formatOf(path) ?? 'html'
  const segments = path.replace(format === 'html' ? HTML : MARKDOWN, '').split('/')
  const isFolderPage = FOLDER_PAGE[format].test(segments.at(-1)!)
  return isFolderPage ? segments.slice(0, -1) : segments
}

/** Segments of a slug as an author wrote it: `/guides/../routing/` is `guides/routing`. */
export function askedSegments(slug: string): readonly string[] {
  const segments = slug.replaceAll('\\', '/').split('/')
  const named = segments.map((segment) => segment.trim()).filter((segment) => !['', '.', '..'].includes(segment))
  return named.length === 1 && named[0] === ROOT ? [] : named
}

/** A slug is one line that people and requests can hold, without the `#` that parts it from an anchor in an id. */
export function slugOf(segments: readonly string[]): string {
  const line = stripInvisible(segments.join('/').toWellFormed()).replace(/[\t\n\f\r]/g, ' ')
  return line.replaceAll('#', '%23') || ROOT
}

function pageUrl(segments: readonly string[], { base, trailingSlash }: Pick<ContentSettings, 'base' | 'trailingSlash'>) {
  const url = segments.length === 0 ? base : `${base}${encodePath(segments)}/`
  return trailingSlash || url === '/' ? url : url.slice(0, -1)
}

/** Segments as a path, percent-encoded. Parentheses are encoded as well, so that Markdown links hold the address. */
export function encodePath(segments: readonly string[]): string {
  const encoded = segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/')
  return encoded.replaceAll('(', '%28').replaceAll(')', '%29')
}

/** A name for a segment of a path: `getting-started` -> `Getting started`. */
export function readable(segment: string): string {
  const words = segment.replace(/[-_\s]+/g, ' ').trim() || segment
  const first = String.fromCodePoint(words.codePointAt(0) ?? 0x20)
  return first.toUpperCase() + words.slice(first.length)
}
