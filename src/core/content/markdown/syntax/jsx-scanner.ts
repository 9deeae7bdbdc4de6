/**
 * Finds the end of a JSX tag, an expression in braces or a statement: follows
 * brackets, quotes, template strings and comments, over any number of lines. It
 * counts brackets and does not parse: it has no regular expressions of
 * JavaScript, and a quote that doesn't end on its line is an apostrophe.
 */

/** Result of `feed` for a text without the end. */
export const STILL_OPEN = -1
/** Result of `feed` for a text that shows that there can be no end. */
export const IMPOSSIBLE = -2

/** A scanner for one tag, expression or statement. */
export interface JsxScanner {
  /** Scans a text, which ends with its line; the offset after the end, `STILL_OPEN` or `IMPOSSIBLE`. */
  readonly feed: (text: string, from: number) => number
  /** True if all brackets and quotes inside are closed. */
  readonly isBalanced: () => boolean
}

/** Open brackets and quotes by the character that ends them; `*` is a comment. */
type Closer = '>' | '}' | ')' | ']' | '`' | '"' | "'" | '*'

const CLOSER: Readonly<Record<string, Closer>> = { '{': '}', '(': ')', '[': ']' }
const MARKS_IN_TAG = /["'{<>]/g
const MARKS_IN_CODE = /[{}()[\]'"`]|\/\*|(?<!:)\/\//g
const MARKS_IN_TEMPLATE = /[`\\]|\$\{/g
const MARKS_IN_QUOTES = /["'\\\n]/g

/** A scanner that starts after the `<` of a `tag` or the `{` of `braces`; a `module` has no end of its own. */
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

  /** Moves to the offset after the next mark that has a meaning here. */
  function step(at: number): number {
    const inside = stack.at(-1)
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
    const char = text[mark]
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
    const char = text.charAt(mark)
    if (char === '/') {
      if (text[mark + 1] === '*') stack.push('*')
      else return endOfLine(mark)
    } else if (char === '"' || char === "'") return skipQuoted(mark)
    else if (char === '`') stack.push('`')
    else if (char === '}' || char === ')' || char === ']') leave(char)
    else enter(CLOSER[char] ?? '}')
    return char === '/' ? mark + 2 : mark + 1
  }

  function skipQuoted(at: number): number {
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

  /** Closes all brackets up to the nearest of this kind; a closer without an opener is text, as in `:)`. */
  function leave(closer: '}' | ')' | ']'): void {
    if (open[closer] === 0) return
    while (true) {
      const top = stack.pop()
      if (top === '}' || top === ')' || top === ']') open[top] -= 1
      if (top === closer || top === undefined) return
    }
  }

  function leaveAt(mark: string, at: number): number {
    const end = text.indexOf(mark, at)
    if (end === -1) return text.length
    stack.pop()
    return end + mark.length
  }

  function find(marks: RegExp, at: number): number {
    marks.lastIndex = at
    return marks.exec(text)?.index ?? -1
  }

  function endOfLine(at: number): number {
    const end = text.indexOf('\n', at)
    return end === -1 ? text.length : end
  }

  return { feed, isBalanced: () => stack.length === 0 }
}

/** A scanner for the tag or expression that starts at `at`, null without one. */
export function createFlowScanner(text: string, at: number): JsxScanner | null {
  if (text[at] === '{') return createJsxScanner('braces')
  return text[at] === '<' && /^<\/?[A-Za-z_$>]/.test(text.slice(at, at + 3)) ? createJsxScanner('tag') : null
}
