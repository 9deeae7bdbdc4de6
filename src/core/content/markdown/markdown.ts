/**
 * A page in Markdown or MDX -> its title, its sections and the fields of its
 * frontmatter. Files that end in `.mdx` are MDX, as are those of a site whose dialect that is. All others are CommonMark
 * and GFM with the additions of site generators.
 */
import type { Document } from '../document.ts'
import { PLAIN_RULES, type SiteRules } from '../generators/rules.ts'
import { type Frontmatter, readFrontmatter, withDefaults } from '../frontmatter/frontmatter.ts'
import { homeTexts, listOf, readPageFields } from '../frontmatter/page-fields.ts'
import { isInDrafts } from '../frontmatter/publication.ts'
import { fillTemplates, substitutionsOf } from '../frontmatter/substitutions.ts'
import { frontWarning, valueAt } from '../frontmatter/value.ts'
import { createHeadingIds, createSlugger, type GeneratedHeading } from '../generators/heading-ids.ts'
import { type ExpandedText, expandIncludes } from '../includes/includes.ts'
import type { SourceFile } from '../page.ts'
import { WEIGHT_RULE } from '../settings.ts'
import { createSectionWriter } from '../section-writer.ts'
import { writeBlocks } from './block-writer.ts'
import type { Block, BlockBound } from './blocks/block-state.ts'
import { parseBlocks } from './blocks/blocks.ts'
import { withoutComments } from './generators/comment.ts'
import { takeMyst } from './generators/myst.ts'
import { hasCrossReferences } from './inlines/bracket.ts'
import { createScanBudget } from '../offset.ts'
import type { MarkdownHeading } from './text-state.ts'

/**
 * Content of other files: partials of MDX, includes, API pages of mkdocstrings, macros. Each with the signs that a page
 * must have: most have none.
 */
const PARTIALS: readonly (readonly [signs: readonly string[], pattern: RegExp])[] = [
  [['.md"', ".md'", '.mdx"', ".mdx'"], /^import\s[^\n]{1,400}\.mdx?["']/m],
  [['@include'], /<!--\s*@include/],
  [[':::'], /^::: [ \t]*[A-Za-z]+[._]\w+(?:\.\w+){0,20}[ \t]*$/m],
  [[':::'], /^::: [ \t]*[\w.-]+[ \t]*\n[ \t]+:\w+:/m],
  [['8<-'], /^[ \t]*-{1,4}8<-{1,4}/m],
  [['{%'], /\{%-?\s*include/],
  [['{{'], /\{\{[<%]\s*(?:include|readfile)/],
  [['\n{{'], /^\{\{[^{}<%\n]{1,200}\}\}[ \t]*$/m],
]

/** The sign in front of a quote that makes it a callout: docsify.js.org/#/helpers. */
const CALLOUT_SIGN = /^[?!](?=>[ \t])/gm
const TAG = /<[^<>]*>/g

const startsTerm = (block: Block | BlockBound) => block.type === 'start' && block.element.type === 'term'

/** The ids that Hugo gives to terms of definition lists, and of the headings that are counted with them. */
function termIds(blocks: readonly (Block | BlockBound)[]): string[] {
  if (!blocks.some(startsTerm)) return []
  const { idOf: uniqueSlug } = createSlugger()
  const ids: string[] = []
  let isTerm = false
  for (const block of blocks) {
    if (block.type === 'heading' || (block.type === 'paragraph' && isTerm)) ids.push(uniqueSlug(block.text))
    isTerm = startsTerm(block)
  }
  return ids
}

/** Settings for reading a Markdown page. */
export interface MarkdownOptions {
  /** Deepest heading that starts a section, 2 to 6. */
  readonly depth: number
  /** The headings of the page by the site's own generator, in order. Default: unknown. */
  readonly headings?: readonly GeneratedHeading[]
  /** Default: those of Markdown without a generator. */
  readonly rules?: SiteRules
}

/** Reads a page; any text gives a document. */
export function readMarkdown(file: SourceFile, options: MarkdownOptions): Document {
  const { rules = PLAIN_RULES } = options
  const own = readFrontmatter(file.text)
  const source = { ...own, data: withDefaults(own.data, file.path, rules) }
  const { text: body, lines, warnings } = expandIncludes(source.body, file, rules)
  const included = warnings.map(({ line, message }) => ({ line: source.bodyLine + line - 1, message }))
  const page = { ...source, body, lines, warnings: [...source.warnings, ...included] }
  const document = readMarkdownBody(file.path, page, options)
  return isInDrafts(file.path, source.data) ? { ...document, hidden: document.hidden ?? 'draft' } : document
}

/** Reads a page whose frontmatter is parsed. `lines`: those of its file by index of the body's, if not the same. */
export function readMarkdownBody(
  path: string,
  page: Frontmatter & Partial<Pick<ExpandedText, 'lines'>>,
  { depth: maxDepth, headings = [], rules = PLAIN_RULES }: MarkdownOptions,
): Document {
  const { dialect, findsTags, substitutions, targets } = rules
  const { data, bodyLine, lines = null } = page
  const fields = readPageFields(data)
  // Docusaurus: docusaurus.io/docs/markdown-features#mdx-vs-commonmark.
  const isMdx = /\.mdx$/i.test(path) || (dialect === 'mdx' && valueAt(data, 'mdx.format') !== 'md')
  const isMyst = dialect === 'myst'
  // Jekyll: jekyllrb.com/docs/step-by-step/03-front-matter.
  const isRendered = isMyst ? substitutions !== null : dialect === 'liquid' && data.get('render_with_liquid') !== false
  const plain = dialect === 'docsify' ? page.body.replace(CALLOUT_SIGN, '') : page.body
  const isFilled = !isMyst && substitutions !== null && data.get('render_with_liquid') !== false
  const source = isFilled ? fillTemplates(plain, substitutions, data) : plain
  const { text, toctrees } = isMdx ? { text: source, toctrees: [] } : takeMyst(source, isMyst)
  const body = isMdx ? text : withoutComments(text, dialect, isRendered && !isMyst)
  const budget = createScanBudget(body.length)
  const lineOf = (index: number) => bodyLine + (lines?.[index] ?? index + 1) - 1
  const { blocks, ...labels } = parseBlocks(body, { isMdx, dialect, budget })

  const warnings = [...page.warnings]
  const isBadWeight = fields.weight === null && valueAt(data, 'search.weight') !== undefined
  if (isBadWeight) warnings.push(frontWarning(1, `search.weight ${WEIGHT_RULE}`))
  const writer = createSectionWriter({ depth: maxDepth, title: fields.title })
  const description = rules.showsDescription ? (fields.description ?? '') : ''
  for (const text of [description, ...homeTexts(data)]) {
    writer.prose(text.replace(TAG, ' '))
    writer.separate('block')
  }
  const depths = headings.length === 0 ? [] : blocks.flatMap((block) => (block.type === 'heading' ? block.depth : []))
  const idOf = createHeadingIds(depths, rules.headings, headings)
  const anchors = new Set<string>()
  let isFirst = true
  // Parts from other files have ids that are unknown.
  const hasPartials = PARTIALS.some(([signs, pattern]) => {
    return signs.some((sign) => body.includes(sign)) && pattern.test(body)
  })
  // Of lists in the frontmatter templates make sections: "Further reading" of `further_reading`.
  const listKeys = [...data].flatMap(([key, value]) => (Array.isArray(value) ? key.replaceAll('_', '-') : []))
  const ids = hasPartials ? null : [...termIds(blocks), ...listKeys]

  function onHeading(heading: MarkdownHeading): boolean {
    const { depth, text, line, isExcluded } = heading
    const wanted = idOf(heading)
    ids?.push(wanted)
    if (heading.isHidden) return false
    const isTaken = anchors.has(wanted)
    const anchor = wanted === '' || isTaken ? null : wanted
    // Below other headings, `<h1>` is part of an example of HTML.
    const isExample = heading.slugText === null && depth === 1 && !isFirst
    isFirst = false
    const isSection = writer.heading({ depth, text, anchor, line, isExcluded, isExample })
    if (isSection && anchor !== null) anchors.add(anchor)
    if (!isTaken || depth > maxDepth) return isSection
    const message = `The id "${wanted}" exists twice: the text below this heading is part of the section above`
    warnings.push({ line, message })
    return isSection
  }

  writeBlocks(blocks, {
    writer,
    context: {
      isMdx, ...labels, budget, dialect, hasTemplates: isRendered, hasPlainEmphasis: rules.hasPlainEmphasis,
      substitutions: new Map(isMyst && substitutions !== null ? [...substitutions, ...substitutionsOf(data)] : []),
      crossReferences: isMdx ? 'code' : targets === 'references' ? 'ids' : hasCrossReferences(body) ? 'names' : 'code',
    },
    frontmatter: data, constants: labels.constants, rules, lineOf, onHeading,
  })
  const { title, sections, h1, nextHeading, topHeading } = writer.finish()
  const shown = [h1 ?? topHeading].filter((text) => text !== null)
  const titles = { isFixed: fields.title !== null, shown, nextHeading, siteName: null }
  const menu = toctrees.length === 0 ? fields.menu : { ...fields.menu, toctrees }
  const own = { menu, title: title ?? topHeading, titles, hasBodyMark: false, hasRoot: true }
  const aliases = findsTags ? [...fields.aliases, ...listOf(data.get('tags'))] : fields.aliases
  return { ...fields, ...own, aliases, sections, ids, warnings }
}
