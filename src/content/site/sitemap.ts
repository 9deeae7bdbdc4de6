/**
 * Text of a sitemap or sitemap index -> the addresses in it, as written. It follows the protocol of sitemaps.org, with
 * or without namespace prefixes, character references and CDATA. No text throws; errors in it are warnings.
 */
import type { Document } from '../document.ts'
import { createHtmlTokens } from '../html/tokens.ts'

/** The limits of one sitemap, by the protocol. */
export const SITEMAP_LIMITS = {
  /** Addresses of pages, or of further sitemaps. */
  locations: 50_000,
  /** Uncompressed. */
  bytes: 50 * 1024 * 1024,
}

/** Names of sitemaps by convention, those of an index first; relative to the root of the site. */
export const USUAL_NAMES = ['sitemap-index.xml', 'sitemap_index.xml', 'sitemap.xml']

/** Characters of an address, by the protocol. */
const MAX_LOCATION = 2_048
/** Depth of nested elements; a sitemap needs three, its extensions a few more. */
const MAX_DEPTH = 32

/** Root element -> the elements it lists. */
const ENTRY_OF: ReadonlyMap<string, string> = new Map([
  ['urlset', 'url'],
  ['sitemapindex', 'sitemap'],
])

/** The addresses in one sitemap. */
export interface Sitemap {
  /** Addresses of pages, in order; none in a sitemap index. */
  readonly pages: readonly string[]
  /** Addresses of further sitemaps, in order; only in a sitemap index. */
  readonly sitemaps: readonly string[]
  readonly warnings: Document['warnings']
}

/** Reads a sitemap. Any other text has no addresses and a warning. */
export function readSitemap(xml: string): Sitemap {
  const text = xml.replace(/\r\n?/g, '\n')
  const { locations, root, problem } = readLocations(text)
  const warnings = problem === null ? [] : [{ line: lineAt(text, problem.at), message: problem.message }]
  const isIndex = root === 'sitemapindex'
  return { pages: isIndex ? [] : locations, sitemaps: isIndex ? locations : [], warnings }
}

/** The addresses in the `Sitemap:` lines of a robots.txt, at most as many as in one sitemap. */
export function readRobotsSitemaps(text: string): string[] {
  const locations: string[] = []
  for (const [, location = ''] of text.matchAll(/^[ \t]*sitemap[ \t]*:[ \t]*([^\s#]+)/gim)) {
    if (locations.push(location) === SITEMAP_LIMITS.locations) break
  }
  return locations
}

interface Problem {
  readonly message: string
  readonly at: number
}

interface Locations {
  readonly locations: readonly string[]
  /** Name of the outermost element, null without one. */
  readonly root: string | null
  /** The first fault. */
  readonly problem: Problem | null
}

function readLocations(xml: string): Locations {
  const tokens = createHtmlTokens(xml)
  const locations: string[] = []
  const path: string[] = []
  let root: string | null = null
  /** Text of the open location, null outside of one. */
  let location: string | null = null
  let problem: Problem | null = null

  function close(name: string, at: number): void {
    const depth = path.lastIndexOf(name)
    if (depth !== path.length - 1) problem ??= { message: `Broken XML: </${name}> closes nothing`, at }
    if (depth === -1) return
    path.length = depth
    if (name !== 'loc' || location === null) return
    const address = location.trim()
    location = null
    if (address.length > MAX_LOCATION) {
      problem ??= { message: `Left out: an address of more than ${MAX_LOCATION} characters`, at }
    } else if (address !== '') locations.push(address)
  }

  function stop(message: string, at: number): Locations {
    return { locations, root, problem: problem ?? { message, at } }
  }

  for (let token = tokens.next(); token !== null; token = tokens.next()) {
    if (token.type === 'text') {
      if (location !== null) location += token.text
      continue
    }
    const name = localName(token.name)
    if (token.type === 'close') {
      close(name, token.at)
      continue
    }
    root ??= name
    const entry = ENTRY_OF.get(root)
    if (entry === undefined) return stop(notASitemap(root), token.at)
    if (path.length === MAX_DEPTH) return stop('Broken XML: elements are nested too deep', token.at)
    // Images and videos have locations too, in elements of their own.
    if (name === 'loc' && path.length === 2 && path[1] === entry) {
      if (locations.length === SITEMAP_LIMITS.locations) {
        return stop(`Left out with all that follows: more than ${locations.length} addresses`, token.at)
      }
      location = ''
    }
    path.push(name)
    if (token.isSelfClosing) close(name, token.at)
  }
  if (root === null) return stop(notASitemap(null), 0)
  if (path.length > 0) return stop(`Broken XML: the file ends before </${path.at(-1)}>`, xml.length)
  return { locations, root, problem }
}

/** `sm:loc` -> `loc` */
function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1)
}

function notASitemap(root: string | null): string {
  const element = root === null ? 'no element' : `<${root.slice(0, 40)}>`
  return `Not a sitemap: it should start with <urlset> or <sitemapindex>, and has ${element}`
}

function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}
