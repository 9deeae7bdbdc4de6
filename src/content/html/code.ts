/**
 * The inside of `<pre>` -> code and its language. Highlighters wrap each line
 * in an element, with or without a line break between them, and put line
 * numbers beside it.
 */
import { classesOf, isFurniture, isUnseen } from './boilerplate.ts'
import { isBlock } from './tree.ts'
import type { HtmlElement, HtmlVisitor } from './tree.ts'

/** Elements that hold one line of code each. */
const LINES = new Set(['line', 'token-line', 'ec-line'])

/** Line numbers, and what opens over the code when it is pointed at. */
const GUTTERS = new Set(
  `gutter hljs-ln-numbers lineno linenodiv linenos line-number line-numbers-rows line-numbers-wrapper ln lnt
  rouge-gutter src-line-numbers twoslash-popup-container`.split(/\s+/),
)

/** How far around `<pre>` the language may stand: outside of the table that holds code and line numbers. */
const FRAMES = 8
/** Around these it is the language of the page. */
const PAGE_PARTS = new Set(['article', 'body', 'html', 'main', 'section'])

const LANGUAGE = /^(?:language|highlight-source)-(.+)$/
/** Prettify writes `lang-js` on the code itself; around it that is more likely the language of the prose. */
const LANGUAGE_INSIDE = /^(?:language|lang)-(.+)$/
/** Sphinx writes `highlight-python notranslate`. */
const LANGUAGE_OF_SPHINX = /^highlight-(.+)$/
const UNSELECTABLE = /user-select: ?none/

const NO_LANGUAGE = new Set(['default', 'none', 'plain', 'plaintext', 'text', 'txt', 'undefined'])

export interface CodeReader extends HtmlVisitor {
  readonly finish: () => { readonly text: string; readonly lang: string | null }
}

/** Whether an element holds the numbers of the lines beside it, which no reader can select. */
export function isGutter(element: HtmlElement): boolean {
  const style = element.attributes.get('style')
  return classesOf(element).some((name) => GUTTERS.has(name)) || (style !== undefined && UNSELECTABLE.test(style))
}

/** Reads what is inside `pre`. */
export function createCodeReader(pre: HtmlElement): CodeReader {
  const parts: string[] = []
  /** Number of parts before each open line. */
  const lines: number[] = []
  let lang = frameLanguage(pre)
  /** Number of parts when a `code` inside ended; the next, if it follows at once, stands below it. */
  let codeEnd = 0
  /** A line ended without a line break, which follows unless the source brings it. */
  let isBreakDue = false

  function open(element: HtmlElement): boolean {
    if (isUnseen(element) || isFurniture(element) || isGutter(element)) return false
    if (element.name === 'code') {
      lang ??= languageOf(element)
      isBreakDue ||= codeEnd > 0 && codeEnd === parts.length && !endsLine(parts)
    }
    if (element.name === 'br') text('\n')
    else if (isLine(element)) {
      if (isBreakDue || (isBlock(element.name) && parts.length > 0 && !endsLine(parts))) write('\n')
      lines.push(parts.length)
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
    isBreakDue = false
  }

  const finish = () => ({ text: parts.join(''), lang })
  return { open, close, text, finish }
}

function isLine(element: HtmlElement): boolean {
  return isBlock(element.name) || classesOf(element).some((name) => LINES.has(name))
}

function endsLine(parts: readonly string[]): boolean {
  return parts.at(-1)?.endsWith('\n') ?? false
}

/** Language stated by the element or by the nearest of those around it. */
function frameLanguage(pre: HtmlElement): string | null {
  let lang = languageOf(pre)
  let frame = pre.parent
  for (let step = 0; step < FRAMES && lang === null && frame !== null && !PAGE_PARTS.has(frame.name); step += 1) {
    const classes = classesOf(frame)
    lang = named(classes, LANGUAGE) ?? (classes.includes('notranslate') ? named(classes, LANGUAGE_OF_SPHINX) : null)
    frame = frame.parent
  }
  return lang
}

function languageOf(element: HtmlElement): string | null {
  const classes = classesOf(element)
  const data = element.attributes.get('data-language') ?? element.attributes.get('data-lang')
  if (data !== undefined) return known(data)
  // Pandoc writes `sourceCode js`.
  return named(classes, LANGUAGE_INSIDE) ?? (classes[0] === 'sourceCode' ? known(classes[1]) : null)
}

/** What the first of the classes names that has the form. */
function named(classes: readonly string[], form: RegExp): string | null {
  return known(classes.map((name) => form.exec(name)?.[1]).find((lang) => lang !== undefined))
}

function known(lang: string | undefined): string | null {
  return lang === undefined || lang === '' || NO_LANGUAGE.has(lang) ? null : lang
}
