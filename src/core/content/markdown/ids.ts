/** A Markdown page -> the ids to which links can lead, besides those of its headings. */
import type { FrontMap } from '../frontmatter/value.ts'
import { createSlugger } from '../slug.ts'
import type { Block, BlockBound } from './blocks/block.ts'

/** Ids of one page that are read. */
const MAX_IDS = 10_000
/** Patterns with the signs that a page must have for one of them: most pages have none. */
type SignedPattern = readonly [signs: readonly string[], pattern: RegExp]

/** `id="a"`, `name='a'` of tags; `{#a}`, `{: #a}`, `{.b #a}` of attribute lists. */
const IDS: readonly SignedPattern[] = [
  [['id=', 'name='], /\b(?:id|name)=(?:\{\s*)?["']([^"'<>\s]{1,200})["']/g],
  [['{#', '{:', '{.', '{ #', '{ .'], /\{:?[^{}\n]{0,80}#([^\s{}#]{1,200})/g],
]
/**
 * Content of other files: partials of MDX, includes of VitePress, MkDocs, Jekyll and Hugo, API pages of mkdocstrings,
 * macros.
 */
const PARTIALS: readonly SignedPattern[] = [
  [['.md"', ".md'", '.mdx"', ".mdx'"], /^import\s[^\n]{1,400}\.mdx?["']/m],
  [['@include'], /<!--\s*@include/],
  [[':::'], /^::: [ \t]*[A-Za-z]+(?:[._]\w+)+[ \t]*$/m],
  [[':::'], /^::: [ \t]*[\w.-]+[ \t]*\n[ \t]+:\w+:/m],
  [['8<-'], /^[ \t]*-{1,4}8<-{1,4}/m],
  [['{%'], /\{%-?\s*include/],
  [['{{'], /\{\{[<%]\s*(?:include|readfile)/],
  [['\n{{'], /^\{\{[^{}<%\n]{1,200}\}\}[ \t]*$/m],
]

/** The ids that the author wrote, in whatever notation; null for a page that has parts from other files. */
export function authorIds(body: string): string[] | null {
  if (PARTIALS.some((partial) => hasSign(body, partial) && partial[1].test(body))) return null
  const ids: string[] = []
  for (const signed of IDS) {
    for (const [, id = ''] of hasSign(body, signed) ? body.matchAll(signed[1]) : []) {
      if (ids.length < MAX_IDS) ids.push(id)
    }
  }
  return ids
}

function hasSign(body: string, [signs]: SignedPattern): boolean {
  return signs.some((sign) => body.includes(sign))
}

/**
 * The ids of terms of definition lists, to which Hugo gives ids as to headings, and of the headings counted with them.
 */
export function termIds(blocks: readonly (Block | BlockBound)[]): string[] {
  if (!blocks.some(startsTerm)) return []
  const uniqueSlug = createSlugger()
  const ids: string[] = []
  let isTerm = false
  for (const block of blocks) {
    if (block.type === 'heading' || (block.type === 'paragraph' && isTerm)) ids.push(uniqueSlug(block.text))
    isTerm = startsTerm(block)
  }
  return ids
}

function startsTerm(block: Block | BlockBound): boolean {
  return block.type === 'start' && block.element.type === 'term'
}

/**
 * The keys of lists in the frontmatter: templates make sections of them, such as "Further reading" of
 * `further_reading`.
 */
export function listKeys(frontmatter: FrontMap): string[] {
  return [...frontmatter].flatMap(([key, value]) => (Array.isArray(value) ? key.replaceAll('_', '-') : []))
}
