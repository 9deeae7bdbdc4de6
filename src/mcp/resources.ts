/**
 * The pages of a site as resources: a list in parts, each after the slug that is its cursor, and each page as
 * Markdown.
 */
import type { JsonObject } from '../base/json.ts'
import { type Failure, INVALID_PARAMS, RESOURCE_NOT_FOUND } from './protocol/jsonrpc.ts'
import { cutText, shorten } from './tools/bounds.ts'
import type { PageEntry, PageSource } from './tools/tool.ts'

/** Resources of one part of the list. */
const PAGE_SIZE = 100
/** Bytes of the text of a page. */
const MAX_TEXT_BYTES = 1_000_000
/** UTF-16 units of an address that an error quotes. */
const MAX_SHOWN_LENGTH = 200
const MARKDOWN_TYPE = 'text/markdown'
const PREFIX = 'ask:///'

/** The results of the methods for resources, or their failures. */
export interface Resources {
  readonly list: (cursor: unknown) => Promise<JsonObject | Failure>
  readonly read: (uri: unknown, era: 'legacy' | 'modern') => Promise<JsonObject | Failure>
}

/** True for a failure, which has a code. */
export function isFailure(outcome: JsonObject | Failure): outcome is Failure {
  return 'code' in outcome && typeof outcome['code'] === 'number'
}

/** The resources of these pages. */
export function createResources({ pages, pageMarkdown }: PageSource): Resources {
  async function list(cursor: unknown): Promise<JsonObject | Failure> {
    const after = cursor ?? null
    // One more item shows whether there are further pages.
    const found = after === null || typeof after === 'string' ? await pages(after, PAGE_SIZE + 1) : null
    if (found === null) return { code: INVALID_PARAMS, message: 'Invalid params: unknown cursor' }
    const shown = found.slice(0, PAGE_SIZE)
    const last = found.length > PAGE_SIZE ? shown.at(-1) : undefined
    return { resources: shown.map(describe), ...(last !== undefined && { nextCursor: last.slug }) }
  }

  async function read(uri: unknown, era: 'legacy' | 'modern'): Promise<JsonObject | Failure> {
    if (typeof uri !== 'string') return { code: INVALID_PARAMS, message: 'Invalid params: uri must be a string' }
    const slug = slugOf(uri)
    const markdown = slug === null ? null : await pageMarkdown(slug)
    if (markdown === null) {
      const shown = shorten(uri, MAX_SHOWN_LENGTH)
      const code = era === 'modern' ? INVALID_PARAMS : RESOURCE_NOT_FOUND
      return { code, message: `Resource not found: ${shown}. resources/list has all pages`, data: { uri: shown } }
    }
    return { contents: [{ uri, mimeType: MARKDOWN_TYPE, text: fit(markdown) }] }
  }

  return { list, read }
}

function describe({ slug, title, group }: PageEntry): JsonObject {
  const description = group === null ? {} : { description: `A page of ${group}` }
  return { uri: uriOf(slug), name: slug, title, ...description, mimeType: MARKDOWN_TYPE }
}

/** The text, cut with a note if it is longer than one resource may be. */
function fit(markdown: string): string {
  const shown = cutText(markdown, MAX_TEXT_BYTES)
  if (shown === markdown) return markdown
  const sizes = `${shown.length} of ${markdown.length}`
  return `${shown}\n\n(truncated: ${sizes} characters shown. Find the others with search.)\n`
}

function uriOf(slug: string): string {
  return PREFIX + slug.split('/').map((name) => encodeURIComponent(name.toWellFormed())).join('/')
}

/** The slug in an address, null for another address. */
function slugOf(uri: string): string | null {
  if (!uri.startsWith(PREFIX)) return null
  try {
    return decodeURIComponent(uri.slice(PREFIX.length))
  } catch {
    return null
  }
}
