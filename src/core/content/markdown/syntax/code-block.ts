/**
 * A fenced code block -> what readers see of it: the language, the title and the marked lines of its info string, as
 * Astro, VitePress, Docusaurus, MkDocs, Hugo, Mintlify and Quarto write them; its code without the comments that mark
 * lines, and without the lines that are there for a compiler. A comment on a line of its own marks the lines after it.
 *
 * Sources: `[!code ++]` and its like of Shiki and VitePress, `highlight-next-line` of Docusaurus, `[tl! add:start]` of
 * Torchlight (torchlight.dev/docs/annotations); hidden lines of rustdoc
 * (doc.rust-lang.org/rustdoc/write-documentation/documentation-tests.html) and mdBook
 * (rust-lang.github.io/mdBook/format/mdbook.html); notations of Twoslash (twoslash.netlify.app/refs/notations).
 */
import type { CodeRule } from '../../generators/site-rules.ts'
import { decodeAddress } from '../../generators/source-address.ts'
import { type LineMark, type LineSpan, markedLines, type MarkedLines } from '../../structure/element.ts'

/** UTF-16 units of an info string that are read. */
const MAX_LENGTH = 1_000

/** `js`, `{.python}`, `js{1,3}`, `ts:line-numbers`; a language is a word, `c++` and `c#` too, and no line number. */
const LANGUAGE = /^\{?\s*\.?(?!\d+(?:[\s,}-]|$))([A-Za-z0-9][\w+#.-]*)(?!\S*=)/
/** `sh-vue`. */
const IS_TEMPLATE = /^[\w+#.]+-vue(?![\w.-])/
/** Bare values may be parts of an address: `SnackPlayer name=Hello%20World&ext=js` (reactnative.dev). */
const TITLE = /(?:^|[\s{,])(?:title|filename|file|name|caption|tab)=(?:"([^"]*)"|'([^']*)'|([^\s{}"'&]+)(?:&\S*)?)/
/** The label of a fence of MkDocs that makes tabs with those beside it. */
const TAB = /(?:^|[\s{,])tab=["'\w]/
/** The tab's label in a code group of VitePress: `js [config.js]`. */
const LABEL = /\s\[([^\]]{1,200})\]/
/** `ins={1,3-5}`, `{"label":1-2}`; quoted texts and patterns, which may hold braces; words. */
const PARTS = /(?:([\w-]+)=)?(?:\{([^{}]*)\}|"[^"]*"|'[^']*'|\/(?:[^/\\]|\\.)+\/)|[^\s{]+|\{/g
const LINES_LABEL = /^\s*(?:"[^"]*"|'[^']*')\s*:/
const LINES = /^[\d\s,-]+$/
/** MkDocs: `hl_lines="2 3-4"`; Hugo: `{hl_lines=[2,"3-4"]}`. */
const HIGHLIGHTED = /\bhl_lines=(?:"([^"]*)"|\[([^[\]]*)\])/
const LINE_RANGE = /(\d{1,9})(?:-(\d{1,9}))?/g
/** The names of marks in info strings and comments; comments have others, which mark lines as worth a look. */
const MARK_OF: Readonly<Record<string, LineMark>> = {
  '++': 'inserted', ins: 'inserted', add: 'inserted', insert: 'inserted',
  '--': 'deleted', del: 'deleted', rem: 'deleted', remove: 'deleted', delete: 'deleted',
  mark: 'marked', highlight: 'marked', focus: 'marked',
}
/** Words after the language that are not a label. */
const FLAG =
  /^(?:showLineNumbers|lines|wrap|nowrap|twoslash|expandable|copy|live|editable|annotate|ignore|linenums)$|[=:[\]"'{}/,]/i

/** Parses an info string. */
export function readCodeInfo(source: string) {
  const info = source.slice(0, MAX_LENGTH).trim()
  const title = TITLE.exec(info)
  const untitled = title === null ? info : `${info.slice(0, title.index)} ${info.slice(title.index + title[0].length)}`
  const lines: LineSpan[] = []
  const words: string[] = []
  let isFirst = true
  for (const [part, name, content] of untitled.matchAll(PARTS)) {
    const mark = name === undefined ? 'marked' : MARK_OF[name]
    const ranges = content?.replace(LINES_LABEL, '') ?? ''
    if (mark !== undefined && LINES.test(ranges)) lines.push(...readLines(ranges, mark))
    if (!isFirst && !FLAG.test(part)) words.push(part)
    isFirst = false
  }
  const bare = title?.[3] === undefined ? null : decodeAddress(title[3])
  const highlighted = info.includes('hl_lines') ? HIGHLIGHTED.exec(info) : null
  if (highlighted !== null) lines.push(...readLines(highlighted[1] ?? highlighted[2] ?? '', 'marked'))
  return {
    lang: LANGUAGE.exec(info)?.[1]?.replace(/-vue$/, '') ?? null,
    /** True if double braces in the code are Vue's. */
    isTemplate: IS_TEMPLATE.test(info),
    /** Most often the name of a file. */
    title: title?.[1] ?? title?.[2] ?? bare ?? LABEL.exec(info)?.[1] ?? null,
    /** True if it makes tabs with the code blocks beside it that are tabs, too; the title is its label. */
    isTab: TAB.test(info),
    /** The words after the language: the label of a tab, if the code is in a group. */
    label: words.join(' ') || null,
    /** In the order of the info string. */
    lines,
  }
}

function readLines(ranges: string, mark: LineMark): LineSpan[] {
  return [...ranges.matchAll(LINE_RANGE)].map(([, first, last = first]) => {
    return { mark, first: Number(first), last: Number(last) }
  })
}

/** Marks of one line that are read. */
const MAX_MARKS_PER_LINE = 8
/** UTF-16 units of a comment of Docusaurus. */
const MAX_COMMENT_LENGTH = 200

const SHIKI_OPEN = '[!code '
const SHIKI_MARK =
  /^\[!code (?:(\+\+|--|highlight|hl|focus|warning|error|info)|word:[^\]]{1,200}?)(?::(\d{1,9}))?\](.*)$/
const TORCHLIGHT_OPEN = '[tl! '
/** One annotation; `:2` and the next two lines, `:1,3` from the next line three lines. */
const TORCHLIGHT_MARK =
  /^\[tl! ([^\s:\]]{1,40})(?::(?:(start|end)|(-?\d{1,9})(?:,(\d{1,9}))?|))?[^\]]{0,200}\](.*)$/
/** Annotations of Torchlight that mark no line. */
const NO_MARK = /^(?:autolink|class|collapse|reindex|[.#])/
const COMMENT_STARTS = ['{/*', '<!--', '//', '/*', '--', '{#', '#', ';', '%', '"', "'"]
/** The start of a comment with words. */
const COMMENT = /(?:^|\s)(?:\/\/|\/\*|<!--|#)\s.*\S/
const COMMENT_ENDS = new Set(['', '*/', '*/}', '-->', '#}'])
/**
 * At the end of a line: `highlight-line` (gatsbyjs.com/plugins/gatsby-remark-prismjs/#line-highlighting), and `# (1)!`,
 * which Material for MkDocs replaces by a button: /reference/code-blocks/#stripping-comments
 */
const LINE_END = /\s*(?:\/\/|\/\*|<!--|--|#|;|%)\s*(?:(highlight-line)|\(\d{1,3}\)!)\s*(?:\*\/|-->)?$/
/** A comment that is all of its line. */
const LINE_COMMENT = /^\s*(?:\/\/|#|--|;|%|REM|<!--|\/\*|\{\s*\/\*)\s*(\S(?:[^\n]*?\S)?)\s*(?:-->|\*\/|\*\/\s*\})?$/
const HIGHLIGHT =
  /^(?:\/\/|#|--|;|%|REM|<!--|\/\*|\{\s*\/\*)\s*highlight-(next-line|start|end)\s*(?:-->|\*\/|\*\/\s*\})?$/

/**
 * The code without comments that mark lines. `lines`: those that the info string marks in the source. `shown`: the
 * lines of the source as readers see them, null for each that they don't.
 */
export function takeCodeMarks(
  source: string,
  lines: readonly LineSpan[],
  shown: readonly (string | null)[] | null = null,
): MarkedLines & { readonly text: string } {
  if (lines.length === 0 && shown === null && !hasComments(source)) return { text: source, ...markedLines([], 0) }
  const { kept, keptBefore, marks } = takeComments(shown ?? source.split('\n'))
  const shifted = lines.map(({ mark, first, last }) => ({
    mark,
    first: (keptBefore[first - 1] ?? kept.length) + 1,
    last: keptBefore[last] ?? kept.length,
  }))
  return { text: kept.join('\n'), ...markedLines([...shifted, ...marks], kept.length) }
}

function hasComments(source: string): boolean {
  return [SHIKI_OPEN, 'highlight-', TORCHLIGHT_OPEN, ')!'].some((sign) => source.includes(sign))
}

function takeComments(lines: readonly (string | null)[]) {
  const kept: string[] = []
  /** By line of the source: the number of lines before it that stay. One more than there are lines. */
  const keptBefore: number[] = []
  const marks: LineSpan[] = []
  /** First lines of the ranges that are open. */
  const starts = new Map<LineMark, number>()
  for (const source of lines) {
    keptBefore.push(kept.length)
    const next = kept.length + 1
    const { text, marks: found } = takeMarks(source)
    if (text !== null) kept.push(text)
    for (const { mark, offset, count, edge } of found) {
      if (mark === null) continue
      const first = starts.get(mark)
      if (edge === undefined) marks.push({ mark, first: next + offset, last: next + offset + count - 1 })
      else if (edge === 'start') starts.set(mark, first ?? next)
      else if (first !== undefined) {
        marks.push({ mark, first, last: kept.length })
        starts.delete(mark)
      }
    }
  }
  keptBefore.push(kept.length)
  for (const [mark, first] of starts) marks.push({ mark, first, last: kept.length })
  return { kept, keptBefore, marks }
}

/** A mark at the start of a text: `count` lines from the `offset`th after its own on, or that on an edge of a range. */
interface CodeMark {
  /** Null for a mark of words. */
  readonly mark: LineMark | null
  readonly offset: number
  readonly count: number
  readonly edge: string | undefined
  readonly after: string
  /** True if it need not be at the end of a comment. */
  readonly isAnywhere: boolean
}

const OWN_LINE: CodeMark = { mark: 'marked', offset: 0, count: 1, edge: undefined, after: '', isAnywhere: false }

/** The line without the comments at its end that hold marks, null if readers don't see it, and the marks. */
function takeMarks(source: string | null): { readonly text: string | null; readonly marks: readonly CodeMark[] } {
  if (source === null || !hasComments(source)) return { text: source, marks: [] }
  const short = source.length > MAX_COMMENT_LENGTH ? '' : source
  const highlight = HIGHLIGHT.exec(short.trim())?.[1]
  if (highlight !== undefined) {
    return { text: null, marks: [{ ...OWN_LINE, edge: highlight === 'next-line' ? undefined : highlight }] }
  }
  const atEnd = LINE_END.exec(short)
  if (atEnd !== null) {
    const text = source.slice(0, atEnd.index)
    return { text: text.trim() === '' ? null : text, marks: atEnd[1] === undefined ? [] : [OWN_LINE] }
  }
  let text = source
  let marks: CodeMark[] = []
  let remaining = source
  let pending: CodeMark[] = []
  for (let count = 0; count < MAX_MARKS_PER_LINE; count += 1) {
    const at = Math.max(remaining.lastIndexOf(SHIKI_OPEN), remaining.lastIndexOf(TORCHLIGHT_OPEN))
    const found = at === -1 ? null : codeMark(remaining.slice(at))
    if (found === null) break
    const { after } = found
    const before = remaining.slice(0, at)
    const isAnywhere = found.isAnywhere || (COMMENT.test(before) && !before.endsWith('\\'))
    const isAtEnd = COMMENT_ENDS.has(after.trim())
    if (!isAtEnd && !isAnywhere) break
    pending.push(found)
    remaining = before.trimEnd()
    const start = isAtEnd ? COMMENT_STARTS.find((mark) => remaining.endsWith(mark)) : undefined
    // Marks may be beside other words of a comment; those of Torchlight also where the language has no comments.
    if (start === undefined && !isAnywhere) continue
    remaining = start === undefined ? remaining + after : remaining.slice(0, -start.length).trimEnd()
    text = remaining
    marks = [...marks, ...pending]
    pending = []
  }
  return { text: marks.length > 0 && text.trim() === '' ? null : text, marks }
}

function codeMark(text: string): CodeMark | null {
  const [shiki, word, lines = '1', rest = ''] = SHIKI_MARK.exec(text) ?? []
  if (shiki !== undefined) {
    const mark = word === undefined ? null : (MARK_OF[word] ?? 'marked')
    return { mark, offset: 0, count: Number(lines), edge: undefined, after: rest, isAnywhere: false }
  }
  const [torchlight, name = '', edge, more = '0', length, after = ''] = TORCHLIGHT_MARK.exec(text) ?? []
  if (torchlight === undefined) return null
  const [offset, count] = length === undefined ? [0, Number(more) + 1] : [Number(more), Number(length)]
  return { mark: NO_MARK.test(name) ? null : (MARK_OF[name] ?? 'marked'), offset, count, edge, after, isAnywhere: true }
}

const RUST = /^(?:rust|rs)$/i
/** `#`, `# use a;`; `##` is one `#`. Attributes (`#[a]`, `#![a]`) are shown. */
const RUST_LINE = /^(\s*)#(?:(#.*)|$|\s.*)$/
/** `python,hidelines=!!!` of mdBook. */
const HIDE_LINES = /(?:^|[\s,])hidelines=([^\s,}]{1,20})/
const TWOSLASH = /\s\{?twoslash\b/
const SCRIPT = /^(?:[cm]?[jt]sx?|javascript|typescript|vue|svelte)$/i
/** What no author writes for readers: code with it is Twoslash's, whatever its info string. */
const TWOSLASH_SIGN =
  /^[ \t]*\/\/[ \t]*(?:---cut(?:-(?:before|after|start|end))?---|@errors:[ \t]*\d|@noErrors\b|\^\?)/m
const CUT = /^\s*\/\/\s*---cut(?:-(before|after|start|end))?---\s*$/
/** `@strict: false`, `@errors: 2322`; `^?`, `^|` and `^^^` point at the line above. `@ts-ignore` is TypeScript's. */
const NOTATION = /^\s*\/\/\s*(?:@(?!filename\b)[A-Za-z]\w*(?::.*)?|\^[?|].*|\^+(?:\s.*)?)$/i

/** Hugo's shortcodes that are shown: a comment of C is inside their marks. */
const SHOWN_SHORTCODE = /(\{\{[<%])\/\*([^]{0,1000}?)\*\/([>%]\}\})/g
/** Code between tags that keep Liquid, Jinja and Nunjucks from reading it. */
const RAW = /^\s{0,99}\{%-?\s{0,9}raw\s{0,9}-?%\}\n?([^]*?)\n?\{%-?\s{0,9}endraw\s{0,9}-?%\}\s{0,99}$/

/** The flags of a test in Python, and its empty lines: https://docs.python.org/3/library/doctest.html#directives */
const FLAGS = /(?<![ \t])[ \t]*#[ \t]*doctest:.+$/gm
const BLANK_LINE = /^[ \t]*<BLANKLINE>[ \t]*$/gm

/** Code as readers see it in the notation of template languages. */
export function shownSource(source: string): string {
  const text = source.includes('{%') ? source.replace(RAW, '$1') : source
  return text.includes('/*') ? text.replace(SHOWN_SHORTCODE, '$1$2$3') : text
}

/** The lines of code with an info string as readers see them, null for each that they don't. Null: they see all. */
export function shownLines(
  source: string,
  block: { readonly lang: string | null; readonly info: string },
  rule: CodeRule,
): readonly (string | null)[] | null {
  const shown = linesOf(source, block, rule)
  if (rule.marks.size === 0) return shown
  return (shown ?? source.split('\n')).map((line) => {
    const start = line === null || HIGHLIGHT.test(line.trim()) ? '' : line.slice(0, MAX_COMMENT_LENGTH)
    return rule.marks.has(LINE_COMMENT.exec(start)?.[1] ?? '') ? null : line
  })
}

/** The same, whatever comments the site has for marks. */
function linesOf(
  source: string,
  { lang, info }: { readonly lang: string | null; readonly info: string },
  { hiddenLines, trimsFlags }: CodeRule,
): readonly (string | null)[] | null {
  const prefix = (info.includes('hidelines=') ? HIDE_LINES.exec(info)?.[1] : undefined) ?? hiddenLines.get(lang ?? '')
  if (trimsFlags && (source.includes('doctest:') || source.includes('<BLANKLINE>'))) {
    return source.replace(FLAGS, '').replace(BLANK_LINE, '').split('\n')
  }
  if (prefix !== undefined) return source.split('\n').map((line) => (line.trimStart().startsWith(prefix) ? null : line))
  if (lang === null) return null
  if (RUST.test(lang)) return source.includes('#') ? source.split('\n').map(shownRustLine) : null
  const isTwoslash = source.includes('//') && (TWOSLASH.test(info) || (SCRIPT.test(lang) && TWOSLASH_SIGN.test(source)))
  return isTwoslash ? withoutNotations(source.split('\n')) : null
}

function shownRustLine(line: string): string | null {
  const [hidden, indent = '', escaped] = RUST_LINE.exec(line) ?? []
  return hidden === undefined ? line : escaped === undefined ? null : indent + escaped
}

function withoutNotations(lines: readonly string[]): readonly (string | null)[] {
  const cuts = lines.map((line) => {
    const [cut, kind = 'before'] = CUT.exec(line) ?? []
    return cut === undefined ? null : kind
  })
  const start = cuts.lastIndexOf('before')
  const end = cuts.includes('after') ? cuts.indexOf('after') : lines.length
  let isCut = false
  return lines.map((line, index) => {
    const cut = cuts[index] ?? null
    if (cut !== null) isCut = cut === 'start'
    return isCut || cut !== null || index < start || index > end || NOTATION.test(line) ? null : line
  })
}
