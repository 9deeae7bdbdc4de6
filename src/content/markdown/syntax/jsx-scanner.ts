/**
 * Finds where a JSX tag, an expression in braces or a statement ends: follows
 * brackets, quotes, template strings and comments, over any number of lines. It
 * is a bracket counter and no parser: regular expressions are not known to it,
 * and a quote that doesn't end on its line is an apostrophe.
 */

/** What `feed` answers when the end wasn't in the text, and when there can be none. */
export const STILL_OPEN = -1
export const IMPOSSIBLE = -2

export interface JsxScanner {
  /** Reads on from `from`; the offset behind the end, `STILL_OPEN` or `IMPOSSIBLE`. A text ends where a line does. */
  readonly feed: (text: string, from: number) => number
  /** Whether no bracket or quote is open inside. */
  readonly isBalanced: () => boolean
}

/** What the scanner is inside of, by the character that ends it; `*` is a comment. */
type Closer = '>' | '}' | ')' | ']' | '`' | '"' | "'" | '*'

const CLOSER: Readonly<Record<string, Closer>> = { '{': '}', '(': ')', '[': ']' }
const MARKS_IN_TAG = /["'{<>]/g
const MARKS_IN_CODE = /[{}()[\]'"`]|\/\*|(?<!:)\/\//g
const MARKS_IN_TEMPLATE = /[`\\]|\$\{/g
const MARKS_IN_QUOTES = /["'\\\n]/g

/** `tag` starts behind its `<`, `braces` behind `{`; a `module` has no end of its own. */
export function createJsxScanner(kind: 'tag' | 'braces' | 'module'): JsxScanner {
  const stack: Closer[] = kind === 'module' ? [] : [kind === 'tag' ? '>' : '}']
  const open = { '}': kind === 'braces' ? 1 : 0, ')': 0, ']': 0 }
  let text = ''
  /** Quotes before this offset are apostrophes. */
  let plainUntil = 0

  function feed(next: string, from: number): number {
    text = next
    plainUntil = from
    let at = from
    while (at >= 0 && at < text.length) {
      at = step(at)
      if (stack.length === 0 && kind !== 'module') return at
    }
    return at === IMPOSSIBLE ? IMPOSSIBLE : STILL_OPEN
  }

  /** Moves behind the next mark that means something here. */
  function step(at: number): number {
    const inside = stack[stack.length - 1]
    switch (inside) {
      case '>': return stepInTag(at)
      case '`': return stepInTemplate(at)
      case '"': case "'": return leaveAt(inside, at)
      case '*': return leaveAt('*/', at)
      default: return stepInCode(at)
    }
  }

  function stepInTag(at: number): number {
    const mark = find(MARKS_IN_TAG, at)
    if (mark === -1) return text.length
    const char = text[mark]!
    if (char === '<') return IMPOSSIBLE
    if (char === '>') stack.pop()
    else if (char === '{') enter('}')
    else stack.push(char === '"' ? '"' : "'")
    return mark + 1
  }

  function stepInTemplate(at: number): number {
    const mark = find(MARKS_IN_TEMPLATE, at)
    if (mark === -1) return text.length
    if (text[mark] === '`') stack.pop()
    else if (text[mark] === '$') enter('}')
    return text[mark] === '`' ? mark + 1 : mark + 2
  }

  function stepInCode(at: number): number {
    const mark = find(MARKS_IN_CODE, at)
    if (mark === -1) return text.length
    const char = text[mark]!
    if (char === '/') {
      if (text[mark + 1] === '*') stack.push('*')
      else return endOfLine(mark)
    } else if (char === '"' || char === "'") return passQuoted(mark)
    else if (char === '`') stack.push('`')
    else if (char === '}' || char === ')' || char === ']') leave(char)
    else enter(CLOSER[char]!)
    return char === '/' ? mark + 2 : mark + 1
  }

  function passQuoted(at: number): number {
    if (at < plainUntil) return at + 1
    let mark = find(MARKS_IN_QUOTES, at + 1)
    while (mark !== -1 && text[mark] !== '\n') {
      if (text[mark] === text[at]) return mark + 1
      mark = find(MARKS_IN_QUOTES, text[mark] === '\\' ? mark + 2 : mark + 1)
    }
    plainUntil = endOfLine(at)
    return at + 1
  }

  function enter(closer: Closer): void {
    stack.push(closer)
    if (closer === '}' || closer === ')' || closer === ']') open[closer] += 1
  }

  /** Closes up to the nearest bracket of this kind; a closer without an opener is text, as in `:)`. */
  function leave(closer: '}' | ')' | ']'): void {
    if (open[closer] === 0) return
    while (true) {
      const top = stack.pop()
      if (top === '}' || top === ')' || top === ']') open[top] -= 1
      if (top === closer || top === undefined) return
    }
  }

  function leaveAt(mark: string, at: number): number {
    const found = text.indexOf(mark, at)
    if (found === -1) return text.length
    stack.pop()
    return found + mark.length
  }

  function find(marks: RegExp, at: number): number {
    marks.lastIndex = at
    return marks.exec(text)?.index ?? -1
  }

  function endOfLine(at: number): number {
    const found = text.indexOf('\n', at)
    return found === -1 ? text.length : found
  }

  return { feed, isBalanced: () => stack.length === 0 }
}

/** A scanner for the tag or expression that starts at `at`, null where none does. */
export function createFlowScanner(text: string, at: number): JsxScanner | null {
  if (text[at] === '{') return createJsxScanner('braces')
  return text[at] === '<' && /^<\/?[A-Za-z_$>]/.test(text.slice(at, at + 3)) ? createJsxScanner('tag') : null
}
