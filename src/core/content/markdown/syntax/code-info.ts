/**
 * The info string of a fenced code block -> its language, its title and the
 * lines that it marks, as Astro, VitePress, Docusaurus, MkDocs, Hugo, Mintlify
 * and Quarto write them.
 */

/** UTF-16 units of an info string that are read. */
const MAX_LENGTH = 1_000

/** `js`, `{.python}`, `js{1,3}`, `ts:line-numbers`; a language is a word, `c++` and `c#` too, and no line number. */
const LANGUAGE = /^\{?\s*\.?(?!\d+(?:[\s,}-]|$))([A-Za-z0-9][\w+#.-]*)(?!\S*=)/
/** An info string that is only a language, as most are. */
const PLAIN_LANGUAGE = /^[A-Za-z][\w+#.-]*$/
/** `sh-vue`. */
const IS_TEMPLATE = /^[\w+#.]+-vue(?![\w.-])/
const TITLE = /(?:^|[\s{,])(?:title|filename|file|name|caption|tab)=(?:"([^"]*)"|'([^']*)'|([^\s}"']+))/
/** The label of a fence of MkDocs that makes tabs with those beside it. */
const TAB = /(?:^|[\s{,])tab=["'\w]/
/** The tab's label in a code group of VitePress: `js [config.js]`. */
const LABEL = /\s\[([^\]]+)\]/
/** `ins={1,3-5}`, `{"label":1-2}`; quoted texts and patterns, which may hold braces; words. */
const PARTS = /(?:([\w-]+)=)?(?:\{([^{}]*)\}|"[^"]*"|'[^']*'|\/(?:[^/\\]|\\.)+\/)|[^\s{]+|\{/g
const LINES_LABEL = /^\s*(?:"[^"]*"|'[^']*')\s*:/
const LINES = /^[\d\s,-]+$/
/** MkDocs: `hl_lines="2 3-4"`; Hugo: `{hl_lines=[2,"3-4"]}`. */
const HIGHLIGHTED = /\bhl_lines=(?:"([^"]*)"|\[([^\]]*)\])/
const LINE_RANGE = /(\d{1,9})(?:-(\d{1,9}))?/g
const MARK_OF: Readonly<Record<string, LineMark>> = {
  ins: 'inserted', add: 'inserted', del: 'deleted', rem: 'deleted',
  mark: 'marked', highlight: 'marked', focus: 'marked',
}
/** Words after the language that are not a label. */
const FLAG =
  /^(?:showLineNumbers|lines|wrap|nowrap|twoslash|expandable|copy|live|editable|annotate|ignore|linenums)$|[=:[\]"'{}/,]/i

/** A meaning of marked lines. */
export type LineMark = 'inserted' | 'deleted' | 'marked'

/** Lines with a mark, from `first` to `last`, numbered from 1. */
export interface MarkedLines {
  readonly mark: LineMark
  readonly first: number
  readonly last: number
}

/** An info string. */
export interface CodeInfo {
  readonly lang: string | null
  /** True if double braces in the code are Vue's. */
  readonly isTemplate: boolean
  /** Most often the name of a file. */
  readonly title: string | null
  /** True if it makes tabs with the code blocks beside it that are tabs, too; the title is its label. */
  readonly isTab: boolean
  /** The words after the language: the label of a tab, if the code is in a group. */
  readonly label: string | null
  /** In the order of the info string. */
  readonly lines: readonly MarkedLines[]
}

const PLAIN: CodeInfo = { lang: null, isTemplate: false, title: null, isTab: false, label: null, lines: [] }

/** Parses an info string. */
export function readCodeInfo(source: string): CodeInfo {
  const info = source.slice(0, MAX_LENGTH).trim()
  const isTemplate = IS_TEMPLATE.test(info)
  if (PLAIN_LANGUAGE.test(info) && !isTemplate) return { ...PLAIN, lang: info }
  const title = TITLE.exec(info)
  const untitled = title === null ? info : `${info.slice(0, title.index)} ${info.slice(title.index + title[0].length)}`
  const lines: MarkedLines[] = []
  const words: string[] = []
  let isFirst = true
  for (const [part, name, content] of untitled.matchAll(PARTS)) {
    const mark = name === undefined ? 'marked' : MARK_OF[name]
    const ranges = content?.replace(LINES_LABEL, '') ?? ''
    if (mark !== undefined && LINES.test(ranges)) lines.push(...readLines(ranges, mark))
    if (!isFirst && !FLAG.test(part)) words.push(part)
    isFirst = false
  }
  const highlighted = info.includes('hl_lines') ? HIGHLIGHTED.exec(info) : null
  if (highlighted !== null) lines.push(...readLines(highlighted[1] ?? highlighted[2] ?? '', 'marked'))
  return {
    lang: LANGUAGE.exec(info)?.[1]?.replace(/-vue$/, '') ?? null,
    isTemplate,
    title: title?.[1] ?? title?.[2] ?? title?.[3] ?? LABEL.exec(info)?.[1] ?? null,
    isTab: TAB.test(info),
    label: words.join(' ') || null,
    lines,
  }
}

function readLines(ranges: string, mark: LineMark): MarkedLines[] {
  return [...ranges.matchAll(LINE_RANGE)].map(([, first, last = first]) => {
    return { mark, first: Number(first), last: Number(last) }
  })
}
