/**
 * The entries of a site's collections after a build of Astro: their ids, and
 * their headings with the ids that the site's own plugins gave them. JSON that
 * the integration writes for the command line, which runs no site.
 */
import { contentHash } from '../hash.ts'
import type { GeneratedHeading } from '../heading-ids.ts'

/** Collection -> its entries in a build; JSON. */
export type AstroOutline = Readonly<Record<string, readonly BuiltEntry[]>>

/** An entry in a build. */
export interface BuiltEntry {
  readonly id: string
  /** Its file, relative to the project. */
  readonly path: string
  /** `bodyHash` of its text. */
  readonly hash: string
  readonly headings: readonly GeneratedHeading[]
}

/** The hash of an entry's text without its frontmatter; it is that of the build while the text is the same. */
export function bodyHash(body: string): Promise<string> {
  return contentHash([{ id: '', text: body.trim() }])
}

/** The headings of an entry in the last build; null for one that it did not have, or whose text has changed since. */
export async function builtHeadings(
  entry: BuiltEntry | undefined,
  body: string,
): Promise<readonly GeneratedHeading[] | null> {
  return entry !== undefined && entry.hash === (await bodyHash(body)) ? entry.headings : null
}

/** The headings of an entry as Astro gives them; items that are not headings are left out. */
export function decodeHeadings(value: unknown): GeneratedHeading[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((heading: unknown) => {
    const { depth, slug, text } = Object(heading)
    const isHeading = typeof depth === 'number' && typeof slug === 'string' && typeof text === 'string'
    return isHeading ? { depth, slug, text } : []
  })
}

/** The outline in a file; items that are not entries are left out. */
export function decodeAstroOutline(value: unknown): AstroOutline {
  const collections = Object.entries(Object(value)).map(([name, entries]) => [name, decodeEntries(entries)] as const)
  return Object.fromEntries(collections.filter(([, entries]) => entries.length > 0))
}

function decodeEntries(value: unknown): BuiltEntry[] {
  return Array.isArray(value) ? value.flatMap(decodeEntry) : []
}

function decodeEntry(value: unknown): BuiltEntry[] {
  const { id, path, hash, headings } = Object(value)
  const isEntry = [id, path, hash].every((text) => typeof text === 'string')
  return isEntry ? [{ id, path, hash, headings: decodeHeadings(headings) }] : []
}
