/**
 * The content of `<pre>` -> code and its language. Highlighters wrap each line in an element, with or without a line
 * break between them, and add elements with line numbers.
 */
import type { CodeAttributes } from '../section-writer.ts'
import { type LineMark, type LineSpan, markedLines } from '../structure/element.ts'
import { classesOf, isBoilerplate, isHidden } from './boilerplate.ts'
import { type HtmlElement, type HtmlVisitor, isBlock, words } from './tree.ts'

/** Elements that hold one line of code each. */
const LINES = new Set(['line', 'token-line', 'ec-line'])

/** Classes of lines that an author marked. */
const LINE_MARKS: ReadonlyMap<string, LineMark> = new Map<string, LineMark>([
  ['ins', 'inserted'], ['add', 'inserted'], ['code-block-add-line', 'inserted'],
  ['del', 'deleted'], ['remove', 'deleted'], ['code-block-remove-line', 'deleted'],
  ['mark', 'marked'], ['highlighted', 'marked'], ['theme-code-block-highlighted-line', 'marked'],
])

/** Classes of line numbers, of popups over the code, and of lines that mdBook hides until a button is pressed. */
const GUTTERS = words(`boring gutter hljs-ln-numbers lineno linenodiv linenos line-number line-numbers-rows
  line-numbers-wrapper ln lnt rouge-gutter src-line-numbers twoslash-popup-container`)

/** Elements around `<pre>` that may name the language: it may be outside of the table of code and line numbers. */
const MAX_FRAMES = 8
/** Elements whose language is that of the page. */
const PAGE_PARTS = new Set(['article', 'body', 'html', 'main', 'section'])

const LANGUAGE = /^(?:language|highlight-source)-(.+)$/
/** Prettify writes `lang-js` on the code itself; on other elements that is more likely the language of the prose. */
const LANGUAGE_INSIDE = /^(?:language|lang)-(.+)$/
/** Sphinx writes `highlight-python notranslate`. */
const LANGUAGE_OF_SPHINX = /^highlight-(.+)$/
const UNSELECTABLE = /user-select: ?none/

const NO_LANGUAGE = new Set(['default', 'none', 'plain', 'plaintext', 'text', 'txt', 'undefined'])

/** True for an element with line numbers, which can't be selected. */
export function isGutter(element: HtmlElement): boolean {
  const style = element.attributes.get('style')
  return classesOf(element).some((name) => GUTTERS.has(name)) || (style !== undefined && UNSELECTABLE.test(style))
}

/** A visitor of the content of `pre`. */
export function createCodeCollector(
  pre: HtmlElement,
): HtmlVisitor & { readonly finish: () => Required<CodeAttributes> & { readonly text: string } } {
  const parts: string[] = []
  /** Number of parts before each open line. */
  const lines: number[] = []
  let lang = frameLanguage(pre)
  let breaks = 0
  const marks: LineSpan[] = []
  /** Number of parts when a `code` inside ended; a `code` directly after it is the next line. */
  let codeEnd = 0
  /** True if a line ended without a line break, which is added unless the source has it. */
  let isBreakDue = false

  function open(element: HtmlElement): boolean {
    if (isHidden(element) || isBoilerplate(element) || isGutter(element)) return false
    if (element.name === 'code') {
      lang ??= languageOf(element)
      isBreakDue ||= codeEnd > 0 && codeEnd === parts.length && !endsLine(parts)
    }
    if (element.name === 'br') text('\n')
    else if (isLine(element)) {
      if (isBreakDue || (isBlock(element.name) && parts.length > 0 && !endsLine(parts))) write('\n')
      lines.push(parts.length)
      // The mark that Expressive Code, Shiki, VitePress and Docusaurus put on a line.
      const [mark] = classesOf(element).flatMap((name) => LINE_MARKS.get(name) ?? [])
      if (mark !== undefined) marks.push({ mark, first: breaks + 1, last: breaks + 1 })
    }
    return true
  }

  function close(element: HtmlElement): void {
    if (element.name === 'code') codeEnd = parts.length
    if (element.name === 'br' || !isLine(element)) return
    const start = lines.pop()
    isBreakDue ||= start === parts.length || !endsLine(parts)
  }

  function text(text: string): void {
    if (text === '') return
    if (isBreakDue && !text.startsWith('\n')) write('\n')
    write(text)
  }

  function write(text: string): void {
    parts.push(text)
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) breaks += 1
    isBreakDue = false
  }

  const finish = () => ({ text: parts.join(''), lang, ...markedLines(marks, breaks + 1) })
  return { open, close, text, finish }
}

function isLine(element: HtmlElement): boolean {
  return isBlock(element.name) || classesOf(element).some((name) => LINES.has(name))
}

function endsLine(parts: readonly string[]): boolean {
  return parts.at(-1)?.endsWith('\n') ?? false
}

/** The language that the element names, else the nearest element around it. */
function frameLanguage(pre: HtmlElement): string | null {
  let lang = languageOf(pre)
  let frame = pre.parent
  for (let step = 0; step < MAX_FRAMES && lang === null && frame !== null && !PAGE_PARTS.has(frame.name); step += 1) {
    const classes = classesOf(frame)
    lang = languageIn(classes, LANGUAGE)
    if (classes.includes('notranslate')) lang ??= languageIn(classes, LANGUAGE_OF_SPHINX)
    frame = frame.parent
  }
  return lang
}

function languageOf(element: HtmlElement): string | null {
  const classes = classesOf(element)
  const data = element.attributes.get('data-language') ?? element.attributes.get('data-lang')
  if (data !== undefined) return languageOrNull(data)
  // Pandoc writes `sourceCode js`.
  return languageIn(classes, LANGUAGE_INSIDE) ?? (classes[0] === 'sourceCode' ? languageOrNull(classes[1]) : null)
}

function languageIn(classes: readonly string[], pattern: RegExp): string | null {
  return languageOrNull(classes.map((name) => pattern.exec(name)?.[1]).find((lang) => lang !== undefined))
}

function languageOrNull(lang: string | undefined): string | null {
  return lang === undefined || lang === '' || NO_LANGUAGE.has(lang) ? null : lang
}
