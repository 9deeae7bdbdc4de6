/**
 * Entries as `getCollection()` gives them -> the sections of a site. Ids of
 * headings are those that Astro made; what it hands over is data of any shape.
 */
import { type AstroOutline, bodyHash, type BuiltEntry, decodeHeadings } from '../content/site/astro-outline.ts'
import { type AstroSite, collectionSettings } from '../content/site/astro-site.ts'
import { type Chunk, chunkPages } from '../content/chunk.ts'
import { type CollectionEntry, createCollectionBuilder } from '../content/site/collection.ts'
import { type FrontMap, type FrontValue, MAX_VALUE_DEPTH } from '../content/frontmatter/value.ts'
import { AskError } from '../base/errors.ts'

/** The part of `astro:content` that is used. */
export interface Collections {
  readonly getCollection: (name: string) => Promise<readonly unknown[]>
  /** Gives the headings of an entry that is rendered only when it is asked for, as MDX is. */
  readonly render: (entry: never) => Promise<unknown>
}

/** Entries rendered at once. */
const RENDERED_AT_ONCE = 8

/**
 * All sections of the site's collections. Throws `AskError('content')` that
 * names the collection that has no entry, or doesn't exist.
 */
export async function readCollections(site: AstroSite, collections: Collections): Promise<Chunk[]> {
  const reader = createCollectionBuilder(collectionSettings(site))
  for (const [name, pattern] of Object.entries(site.collections)) {
    const entries = await collections.getCollection(name)
    if (entries.length === 0) {
      const remedy = 'check src/content.config, and the option collections of ask-service'
      throw new AskError('content', `The collection "${name}" has no entries or does not exist: ${remedy}`)
    }
    for await (const entry of decodeEntries(entries, collections)) reader.add(entry, pattern)
  }
  return chunkPages(reader.finish().pages)
}

/** What is known of the entries of the site's collections. */
export async function outlineCollections(site: AstroSite, collections: Collections): Promise<AstroOutline> {
  const outline: Record<string, BuiltEntry[]> = {}
  for (const name of Object.keys(site.collections)) {
    const entries = await collections.getCollection(name)
    const built: BuiltEntry[] = []
    for await (const { id, path, source, headings } of decodeEntries(entries, collections)) {
      built.push({ id, path, hash: await bodyHash(source.body), headings })
    }
    outline[name] = built
  }
  return outline
}

/** The entries in order, some at a time: those of MDX are rendered for their headings. */
async function* decodeEntries(entries: readonly unknown[], collections: Collections): AsyncGenerator<CollectionEntry> {
  for (let start = 0; start < entries.length; start += RENDERED_AT_ONCE) {
    const some = entries.slice(start, start + RENDERED_AT_ONCE)
    yield* await Promise.all(some.map((entry) => decodeEntry(entry, collections)))
  }
}

async function decodeEntry(entry: unknown, { render }: Collections): Promise<CollectionEntry> {
  const { id, filePath, body, data, rendered } = Object(entry)
  const known = rendered?.metadata?.headings ?? (rendered === undefined ? await renderedHeadings(entry, render) : null)
  return {
    id: String(id),
    path: typeof filePath === 'string' ? filePath : String(id),
    source: {
      data: frontMapOf(data),
      body: typeof body === 'string' ? body.replace(/\r\n?/g, '\n') : '',
      bodyLine: 1,
      warnings: [],
    },
    html: typeof rendered?.html === 'string' ? rendered.html : null,
    headings: decodeHeadings(known),
  }
}

/** Null for an entry that can't be rendered: it is searchable all the same. */
async function renderedHeadings(entry: unknown, render: Collections['render']): Promise<unknown> {
  try {
    return Object(await render(entry as never)).headings
  } catch {
    return null
  }
}

function frontMapOf(data: unknown): FrontMap {
  const value = frontValueOf(data, 0)
  return value instanceof Map ? value : new Map()
}

function frontValueOf(value: unknown, depth: number): FrontValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'object' || value === null || depth > MAX_VALUE_DEPTH) return null
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (Array.isArray(value)) return value.map((item) => frontValueOf(item, depth + 1))
  return new Map(Object.entries(value).map(([key, item]) => [key, frontValueOf(item, depth + 1)]))
}
