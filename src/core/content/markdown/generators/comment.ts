/**
 * A page -> the page without the comments of site generators, besides those of HTML: text for authors that no reader
 * sees. They are taken out before the page is parsed, because they may hold any blocks; line breaks stay. Code is text,
 * and MDX has only the comments of its own.
 */
import { lineEnd, matchAt } from '../../offset.ts'
import type { MarkdownDialect } from '../../generators/site-rules.ts'
import { findCode } from './line-pairs.ts'

/** The marks around a comment, or around text in which such marks are only text. */
interface Marks {
  readonly start: RegExp
  /** A match with a line break says that the start is none. */
  readonly end: RegExp
  readonly isText?: true
  /** Those that have it. Absent: all. */
  readonly dialects?: readonly MarkdownDialect[]
}

/** The start of a line that ends a code span: of a block. */
const BLOCK = /\n(?=[ \t>]*(?:[-+*|#]|\d{1,9}[.)]|\n|$))/.source

const CODE_SPANS: readonly Marks[] = ['`', '``', '```'].map((run) => {
  const end = new RegExp(`(?<!\`)${run}(?!\`)|${BLOCK}`, 'g')
  return { start: new RegExp(`(?<![\\\\\`])${run}(?!\`)`), end, isText: true }
})

/**
 * In this order: Liquid (https://shopify.github.io/liquid/tags/template/; Jekyll, Eleventy) and Markdoc; Jinja and
 * Nunjucks (https://mozilla.github.io/nunjucks/templating.html#comments); Hugo (https://gohugo.io/shortcodes/comment/,
 * and Docsy); kramdown (https://kramdown.gettalong.org/syntax.html#extensions); JSX, which Docusaurus reads in `.md`,
 * too; CriticMarkup; Obsidian and Retype (https://retype.com/components/comments/); MyST
 * (https://mystmd.org/guide/comments, https://mystmd.org/guide/blocks).
 *
 * `plain` is also the dialect of files whose generator nobody knows: there, what an author hid costs more in an answer
 * than a line that isn't found. But no mark of Obsidian or MyST counts where prose has it: `%%HOST%%`,
 * `printf("%%d")`, and `% of all` below a line that ends in a number.
 */
const MARKS: readonly Marks[] = [
  { start: /\{%-?\s*(?:raw|verbatim)\b[^%]{0,40}%\}/, end: /\{%-?\s*end(?:raw|verbatim)\s*-?%\}/g, isText: true },
  { start: /\{%-?\s*comment\b[^%]{0,200}%\}/, end: /\{%-?\s*(?:end|\/\s*)comment\s*-?%\}/g },
  // What is never true on a published site: jekyllrb.com/docs/configuration/environments
  {
    start: /\{%-?\s*if (?:false|jekyll\.environment == ["']development["'])\s*-?%\}/,
    end: /\{%-?\s*(?:endif|else)\s*-?%\}/g,
  },
  // Not the id of a heading: `{% #id %}`.
  { start: /\{%-?\s*#(?!\S{1,100}[ \t]*%\})/, end: /%\}/g },
  // Not the id of a heading: `{#id}`.
  { start: /\{#-?(?=\s)|\{#(?=[^{}\n]{0,200}#\})/, end: /#\}/g },
  { start: /\{\{[<%]-?\s*comment\b[^>%]{0,200}[>%]\}\}/, end: /\{\{[<%]-?\s*\/\s*comment\s*-?[>%]\}\}/g },
  { start: /\{::comment\b[^}\n]{0,200}\}/, end: /\{:\/(?:comment)?\}/g },
  // The settings of kramdown, and its marks around what is no Markdown.
  { start: /\{::(?:options|nomarkdown)\b[^}\n]{0,200}\}|\{:\/(?:nomarkdown)?\}/, end: /(?:)/g },
  // Not the id of a heading: `{/* #id */}`.
  { start: /(?<!\{)\{\/\*(?!\s*#[^\s*]{1,100}\s*\*\/)/, end: /\*\/\}/g },
  { start: /\{>>/, end: /<<\}/g },
  { dialects: ['wiki', 'retype'], start: /^[ \t>]*%%(?!%)/m, end: /%%/g },
  { dialects: ['plain'], start: /^[ \t>]*%%(?=[ \t]|$)/m, end: /%%/g },
  // Elsewhere in a line it ends in its paragraph.
  { dialects: ['wiki', 'retype'], start: /(?<![\d%\\])%%(?!%)/, end: /%%|\n[ \t]*\n/g },
  { dialects: ['plain'], start: /(?<![\w%\\])%%(?!%|\S{1,60}%%)/, end: /%%(?!\w)|\n[ \t]*\n/g },
  { dialects: ['myst'], start: /^ {0,3}%.*$/m, end: /(?:)/g },
  { dialects: ['plain'], start: /(?<!\d\n)^(?: {0,3}%(?:[ \t].*)?(?:\n|$)){1,99}/m, end: /(?:)/g },
  { dialects: ['myst', 'plain'], start: /^\+{3}[ \t]*\{.*\}[ \t]*$/m, end: /(?:)/g },
]

const ANY_START = startOf(MARKS)
/** Those that Liquid reads in code, too. */
const TEMPLATE_MARKS = MARKS.slice(0, 3)

/** Takes the comments out of a body that is no MDX. `isTemplate`: true if Liquid reads it before Markdown. */
export function withoutComments(source: string, dialect: MarkdownDialect, isTemplate = false): string {
  if (source.search(ANY_START) === -1) return source
  const body = isTemplate ? withoutRanges(source, findComments(source, TEMPLATE_MARKS)) : source
  const marks = [...MARKS, ...CODE_SPANS].filter(({ dialects }) => dialects?.includes(dialect) !== false)
  const lines = body.split('\n')
  const code = findCode(lines)
  const text = lines.map((line, index) => (code[index] === null ? line : ' '.repeat(line.length))).join('\n')
  return withoutRanges(body, findComments(text, marks))
}

/** The text without these ranges, whose line breaks stay. */
function withoutRanges(body: string, ranges: readonly { readonly at: number; readonly end: number }[]): string {
  let kept = ''
  let from = 0
  for (const { at, end } of ranges) {
    kept += body.slice(from, at) + body.slice(at, end).replace(/[^\n]/g, '')
    from = end
  }
  return kept + body.slice(from)
}

/** The comments of a text with these marks, in order. */
function findComments(text: string, marks: readonly Marks[]): { readonly at: number; readonly end: number }[] {
  const comments = []
  /** The kinds that may have an end. */
  let kinds = marks
  let starts = startOf(kinds)
  for (let from = 0; kinds.length > 0; ) {
    const match = matchAt(starts, text, from)
    const marks = kinds[(match ?? []).slice(1).findIndex((group) => group !== undefined)]
    if (match === null || marks === undefined) break
    const at = match.index
    const after = at + match[0].length
    const endMark = matchAt(marks.end, text, after)?.[0]
    if (endMark !== undefined && !endMark.includes('\n')) {
      const end = marks.end.lastIndex
      if (marks.isText !== true) comments.push({ at, end })
      from = Math.max(end, at + 1)
    } else if (endMark === undefined && marks.isText !== true && isOnOwnLine(text, at, after)) {
      // As with HTML, the end may be missing.
      return [...comments, { at, end: text.length }]
    } else {
      from = after
      if (endMark === undefined) {
        kinds = kinds.filter((kind) => kind !== marks)
        starts = startOf(kinds)
      }
    }
  }
  return comments
}

/** A pattern of the starts of several kinds, with a group for each. */
function startOf(kinds: readonly Marks[]): RegExp {
  return new RegExp(kinds.map(({ start }) => `(${start.source})`).join('|'), 'gm')
}

function isOnOwnLine(text: string, at: number, end: number): boolean {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  return (before + text.slice(end, lineEnd(text, end))).trim() === ''
}
