/**
 * The pages of a site as resources: a list in parts, whose cursor is the slug of the last page, and pages as Markdown.
 */
import type { JsonObject } from '../base/json.ts'
import { type Failure, INVALID_PARAMS, RESOURCE_NOT_FOUND } from './protocol/jsonrpc.ts'
import { cutText, shorten } from './tools/bounds.ts'
import type { PageEntry, PageSource } from './tools/tool.ts'

/** Resources in one part of the list. */
const PAGE_SIZE = 100
/** Largest text of a page, in bytes as JSON. */
const MAX_TEXT_BYTES = 1_000_000
/** UTF-16 units of an address that an error quotes. */
const MAX_SHOWN_LENGTH = 200
const MARKDOWN_TYPE = 'text/markdown'
const PREFIX = 'ask:///'

/** The methods for resources. Each resolves to its result or its failure. */
interface Resources {
  readonly list: (cursor: unknown) => Promise<JsonObject | Failure>
  readonly read: (uri: unknown, era: 'legacy' | 'modern') => Promise<JsonObject | Failure>
}

/** True for a failure, which has a code; no result has one. */
export function isFailure(outcome: JsonObject | Failure): outcome is Failure {
  return 'code' in outcome && typeof outcome['code'] === 'number'
}

/** The resources of these pages. */
export function createResources(open: () => Promise<PageSource>): Resources {
  async function list(cursor: unknown): Promise<JsonObject | Failure> {
    const after = cursor ?? null
    // One page more than is shown, to know if there are further ones.
    const isCursor = after === null || typeof after === 'string'
    const found = isCursor ? await (await open()).pages(after, PAGE_SIZE + 1) : null
    if (found === null) return { code: INVALID_PARAMS, message: 'Invalid params: unknown cursor' }
    const shown = found.slice(0, PAGE_SIZE)
    const last = found.length > PAGE_SIZE ? shown.at(-1) : undefined
    return { resources: shown.map(describe), ...(last !== undefined && { nextCursor: last.slug }) }
  }

  async function read(uri: unknown, era: 'legacy' | 'modern'): Promise<JsonObject | Failure> {
    if (typeof uri !== 'string') return { code: INVALID_PARAMS, message: 'Invalid params: uri must be a string' }
    const slug = slugOf(uri)
    const markdown = slug === null ? null : await (await open()).pageMarkdown(slug)
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

/** The text of a page; if it is too long, cut and with a note. */
function fit(markdown: string): string {
  const shown = cutText(markdown, MAX_TEXT_BYTES)
  if (shown === markdown) return markdown
  const sizes = `${shown.length} of ${markdown.length}`
  return `${shown}\n\n(truncated: ${sizes} characters shown. Find the rest with search.)\n`
}

function uriOf(slug: string): string {
  return PREFIX + slug.split('/').map((name) => encodeURIComponent(name.toWellFormed())).join('/')
}

/** The slug in the address of a resource; null for any other address. */
function slugOf(uri: string): string | null {
  if (!uri.startsWith(PREFIX)) return null
  try {
    return decodeURIComponent(uri.slice(PREFIX.length))
  } catch {
    return null
  }
}
