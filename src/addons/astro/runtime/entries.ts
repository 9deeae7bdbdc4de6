/** Entries from `getCollection()`, as data of any shape -> the sections of a site, with Astro's ids of headings. */
import { AskError } from '../../../core/base.ts'
import {
  type Chunk, chunkPages, type CollectionEntry, createCollectionBuilder, type FrontValue, MAX_VALUE_DEPTH, type Page,
} from '../../../core/content.ts'
import {
  type AstroOutline, type AstroSite, bodyHash, type BuiltEntry, builtHeadings, collectionSettings, decodeHeadings,
} from '../config/astro-site.ts'

/** The part of `astro:content` that is used, and the entries of the last build. */
export interface Collections {
  readonly getCollection: (name: string) => Promise<readonly unknown[]>
  /**
   * Gives the headings of an entry that Astro renders on demand, as MDX. Null in development, where Astro compiles the
   * file for it, and thousands of them take minutes.
   */
  readonly render: ((entry: never) => Promise<unknown>) | null
  /** The outline of the last build: without rendering, unchanged entries get the ids of their headings from it. */
  readonly outline: AstroOutline
}

const RENDERED_AT_ONCE = 8

/** Reads all sections of the site's collections. Throws `AskError('content')` for an empty or missing collection. */
export async function readCollections(site: AstroSite, collections: Collections): Promise<Chunk[]> {
  return chunkPages(await readPages(site, collections))
}

/** Reads all pages of the site's collections. Throws `AskError('content')` for an empty or missing collection. */
export async function readPages(site: AstroSite, collections: Collections): Promise<readonly Page[]> {
  const builder = createCollectionBuilder(collectionSettings(site, Date.now))
  for (const [name, pattern] of Object.entries(site.collections)) {
    const entries = await collections.getCollection(name)
    if (entries.length === 0) {
      const remedy = 'check src/content.config, and the option collections of ask-service'
      throw new AskError('content', `The collection "${name}" has no entries or does not exist: ${remedy}`)
    }
    for await (const entry of decodeEntries(name, entries, collections)) builder.add(entry, pattern)
  }
  return builder.finish().pages
}

export async function outlineCollections(site: AstroSite, collections: Collections): Promise<AstroOutline> {
  const outline: Record<string, BuiltEntry[]> = {}
  for (const name of Object.keys(site.collections)) {
    const entries = await collections.getCollection(name)
    const built: BuiltEntry[] = []
    for await (const { id, path, source, headings } of decodeEntries(name, entries, collections)) {
      built.push({ id, path, hash: await bodyHash(source.body), headings })
    }
    outline[name] = built
  }
  return outline
}

/** The entries of a collection in order, a few at a time: MDX is rendered for its headings. */
async function* decodeEntries(
  name: string,
  entries: readonly unknown[],
  { render, outline }: Collections,
): AsyncGenerator<CollectionEntry> {
  const built = new Map((outline[name] ?? []).map((entry) => [entry.path, entry]))
  for (let start = 0; start < entries.length; start += RENDERED_AT_ONCE) {
    const batch = entries.slice(start, start + RENDERED_AT_ONCE)
    yield* await Promise.all(batch.map((entry) => decodeEntry(entry, { render, built })))
  }
}

/** Decodes an entry. Of one that Astro has not rendered, `render` gives the headings, or the last build, by paths. */
async function decodeEntry(
  entry: unknown,
  { render, built }: Pick<Collections, 'render'> & { readonly built: ReadonlyMap<string, BuiltEntry> },
): Promise<CollectionEntry> {
  const { id, filePath, body, data, rendered } = Object(entry)
  const path = typeof filePath === 'string' ? filePath : String(id)
  const fields = frontValueOf(data, 0)
  const source = {
    data: fields instanceof Map ? fields : new Map<string, FrontValue>(),
    body: typeof body === 'string' ? body.replace(/\r\n?/g, '\n') : '',
    bodyLine: 1,
    warnings: [],
  }
  const findHeadings = () =>
    render === null ? builtHeadings(built.get(path), source.body) : renderedHeadings(entry, render)
  const headings = rendered?.metadata?.headings ?? (rendered === undefined ? await findHeadings() : null)
  const html = typeof rendered?.html === 'string' ? rendered.html : null
  return { id: String(id), path, source, html, headings: decodeHeadings(headings) }
}

/** Headings of a rendered entry; null if rendering fails, because the entry is searchable without them. */
async function renderedHeadings(entry: unknown, render: NonNullable<Collections['render']>): Promise<unknown> {
  try {
    return Object(await render(entry as never)).headings
  } catch {
    return null
  }
}

function frontValueOf(value: unknown, depth: number): FrontValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'object' || value === null || depth > MAX_VALUE_DEPTH) return null
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (Array.isArray(value)) return value.map((item) => frontValueOf(item, depth + 1))
  return new Map(Object.entries(value).map(([key, item]) => [key, frontValueOf(item, depth + 1)]))
}
