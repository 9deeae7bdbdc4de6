/**
 * Pages -> chunks: one chunk a section, the unit that is indexed, linked, put into the graph and shown. A chunk's id is
 * the section's id everywhere. All chunks -> one hash; those of a page -> one Markdown text, the same on every
 * interface; and the addresses of these texts: `/guides/routing.md` for `/guides/routing/`.
 */
import { formatSha256, sha256, SHA256_BYTES } from '../base/bytes.ts'
import { foldSpace } from '../base/text.ts'
import { ROOT_SLUG, sectionUrl } from './address.ts'
import type { Page, Section } from './page.ts'
import { type CodeSpan, codeSpans } from './structure/encoding.ts'
import { formatMarkdown } from './structure/markdown.ts'

/** One section with the fields of its page; `line`: that of its file, `path`. */
export interface Chunk
  extends Pick<Page, 'title' | 'group' | 'lang' | 'version' | 'isDefaultVersion' | 'weight' | 'path'>,
    Omit<Section, 'depth'> {
  /** `<slug>#<anchor>`, or `<slug>` for the intro of a page. */
  readonly id: string
  /** Slug of its page. */
  readonly page: string
  /** Deep link: the page's address and `#<anchor>`. */
  readonly url: string
  /** The code in the text, by the structure. */
  readonly code: readonly CodeSpan[]
  /** What readers would type who want this section, from the graph. Absent: none. */
  readonly queries?: readonly string[]
}

/**
 * The sections of pages as chunks, in page order then position. An intro
 * without text is kept: it is the page's own entry, found by its title.
 *
 * @example
 * const { pages } = readSite([{ path: 'guides/setup.md', text: '# Setup\n\nFirst steps.\n\n## On Linux\n\nUse apt.' }])
 * chunkPages(pages).map(({ id }) => id) // ['guides/setup', 'guides/setup#on-linux']
 */
export function chunkPages(pages: readonly Page[]): Chunk[] {
  return pages.flatMap((page) => {
    const { slug, title, group, lang, version, isDefaultVersion, weight, path, sections } = page
    return sections.map(({ heading, parents, anchor, text, structure, linkTexts, line }) => ({
      id: anchor === null ? slug : `${slug}#${anchor}`, page: slug, title, heading, parents, group,
      url: sectionUrl(page, anchor), anchor, text, structure, code: codeSpans(structure), linkTexts, lang, version,
      ...(isDefaultVersion === true && { isDefaultVersion }), ...(weight !== undefined && { weight }), path, line,
    }))
  })
}

/** UTF-16 units of a block; it ends with the chunk that fills it. */
const BLOCK_LENGTH = 262_144

/**
 * One hash that changes with the content, `sha256:` and 64 hex digits: SHA-256 over every chunk's id and text, in
 * order. Each chunk is a line of JSON, so no two lists of chunks give the same bytes. The lines are hashed block by
 * block, each after the hash of the blocks above, which bounds memory to one block.
 *
 * @example
 * const before = await contentHash([{ id: 'setup', text: 'Use apt.' }])
 * before === (await contentHash([{ id: 'setup', text: 'Use dnf.' }])) // false
 */
export async function contentHash(chunks: Iterable<{ readonly id: string; readonly text: string }>): Promise<string> {
  let hash = new Uint8Array(SHA256_BYTES)
  let block: string[] = []
  let length = 0
  for (const { id, text } of chunks) {
    const line = JSON.stringify([id, text])
    block.push(line)
    length += line.length
    if (length < BLOCK_LENGTH) continue
    hash = await extend(hash, block)
    block = []
    length = 0
  }
  hash = await extend(hash, block)
  return formatSha256(hash)
}

function extend(hash: Uint8Array, block: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  return sha256(hash, new TextEncoder().encode(block.map((line) => `${line}\n`).join('')))
}

/** Level of the headings directly below the title. */
const FIRST_LEVEL = 2
const LAST_LEVEL = 6

/** Title, address and all sections of a page, with a line break at the end. */
export function formatPage(
  sections: readonly Pick<Chunk, 'title' | 'heading' | 'parents' | 'url' | 'text' | 'structure'>[],
): string {
  const [first] = sections
  if (first === undefined) return ''
  const blocks = sections.flatMap((section) => {
    const marks = '#'.repeat(Math.min(LAST_LEVEL, FIRST_LEVEL + section.parents.length))
    return [section.heading === null ? '' : `${marks} ${foldSpace(section.heading)}`, formatMarkdown(section)]
  })
  const url = first.url.replace(/#.*/s, '')
  const head = [`# ${foldSpace(first.title)}`, `Address: ${url}`]
  return `${[...head, ...blocks].filter((block) => block !== '').join('\n\n')}\n`
}

/** A page with the address of its Markdown. */
export interface MarkdownPage {
  readonly page: Page
  readonly url: string
}

/**
 * Pages with the addresses of their Markdown. No address is that of a page: beside a page `x.md` the Markdown of the
 * page `x` is `/x/index.md`. A page is left out if both are taken.
 */
export function addressMarkdown(pages: readonly Page[]): MarkdownPage[] {
  const taken = new Set(pages.map(({ url }) => withoutSlash(url)))
  return pages.flatMap((page) => {
    const url = candidatesFor(page).find((candidate) => !taken.has(candidate))
    if (url === undefined) return []
    taken.add(url)
    return [{ page, url }]
  })
}

function candidatesFor({ slug, url }: Page): string[] {
  const address = withoutSlash(url.replace(/\.html?$/i, ''))
  const [inFolder, beside] = [`${address}/index.md`, `${address}.md`]
  return slug === ROOT_SLUG ? [inFolder] : [beside, inFolder]
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '')
}
