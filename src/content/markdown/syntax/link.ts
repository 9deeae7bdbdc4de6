/**
 * The parts of Markdown links that are no text: destinations, titles, labels
 * and definitions (CommonMark 4.7, 6.3). Functions `endOf…` return the offset
 * after the part at an offset, -1 without one.
 */

/** Characters of a label. */
export const MAX_LABEL_LENGTH = 999
/** UTF-16 units of a shortcode in the place of an address. */
const MAX_SHORTCODE_LENGTH = 500
/** Depth of nested parentheses in one destination. */
const MAX_PARENTHESES = 32
const LABEL_MARKS = /[\\[\]]/g
const ANGLE_MARKS = /[\\<>\n]/g
const BARE_MARKS = /[\\()\u0000- ]/g

/** The key of a label: case and white space make no difference. */
export function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase()
}

/** End of the target of an inline link, `(url "title")`. */
export function endOfResource(text: string, at: number): number {
  if (text[at] !== '(') return -1
  let end = skipSpace(text, at + 1)
  if (text[end] === ')') return end + 1
  end = endOfDestination(text, end)
  if (end === -1) return -1
  const titleStart = skipSpace(text, end)
  const title = titleStart > end ? endOfTitle(text, titleStart) : -1
  end = title === -1 ? titleStart : skipSpace(text, title)
  return text[end] === ')' ? end + 1 : -1
}

/** End of a `[label]`: no bracket inside, and at most the length that the standard allows. */
export function endOfLabel(text: string, at: number): number {
  if (text[at] !== '[') return -1
  for (let mark = next(LABEL_MARKS, text, at + 1); mark !== -1 && mark - at <= MAX_LABEL_LENGTH + 1; ) {
    if (text[mark] === '[') return -1
    if (text[mark] === ']') return text.slice(at + 1, mark).trim() === '' ? -1 : mark + 1
    mark = next(LABEL_MARKS, text, mark + 2)
  }
  return -1
}

/** The paragraph without the definitions at its start, whose labels are added to `labels`. */
export function takeDefinitions(paragraph: string, labels: Set<string>): string {
  let from = 0
  while (paragraph[from] === '[') {
    const labelEnd = endOfLabel(paragraph, from)
    const end = labelEnd === -1 || paragraph[labelEnd] !== ':' ? -1 : endOfDefinition(paragraph, labelEnd + 1)
    if (end === -1) break
    labels.add(normalizeLabel(paragraph.slice(from + 1, labelEnd - 1)))
    from = end
  }
  return paragraph.slice(from)
}

/** End of a definition after its `[label]:`. The title may be on the next line, and is the last thing of its line. */
function endOfDefinition(text: string, at: number): number {
  const start = skipSpace(text, at)
  const destination = start === text.length ? -1 : endOfDestination(text, start)
  if (destination === -1) return -1
  const titleStart = skipSpace(text, destination)
  const title = titleStart > destination ? endOfTitle(text, titleStart) : -1
  const titleLine = title === -1 ? -1 : endOfBlankLine(text, title)
  return titleLine === -1 ? endOfBlankLine(text, destination) : titleLine
}

function endOfDestination(text: string, at: number): number {
  // The address of Hugo's `[a]({{< ref "b" >}})` has spaces and quotes in it.
  if (text.startsWith('{{', at)) {
    const close = text.slice(at, at + MAX_SHORTCODE_LENGTH).indexOf('}}')
    if (close !== -1) return at + close + 2
  }
  if (text[at] === '<') {
    for (let mark = next(ANGLE_MARKS, text, at + 1); mark !== -1; mark = next(ANGLE_MARKS, text, mark + 2)) {
      if (text[mark] !== '\\') return text[mark] === '>' ? mark + 1 : -1
    }
    return -1
  }
  let depth = 0
  let mark = next(BARE_MARKS, text, at)
  for (; mark !== -1; mark = next(BARE_MARKS, text, text[mark] === '\\' ? mark + 2 : mark + 1)) {
    if (text[mark] === '(') depth += 1
    else if (text[mark] === ')' && depth > 0) depth -= 1
    else if (text[mark] !== '\\') break
    if (depth > MAX_PARENTHESES) return -1
  }
  const end = mark === -1 ? text.length : mark
  return depth > 0 || end === at ? -1 : end
}

function endOfTitle(text: string, at: number): number {
  const quote = text[at]
  if (quote !== '"' && quote !== "'" && quote !== '(') return -1
  const close = quote === '(' ? ')' : quote
  for (let end = at + 1; end < text.length; end += 1) {
    const char = text[end]
    if (char === '\\') end += 1
    else if (char === close) return end + 1
    else if (char === '(' && quote === '(') return -1
  }
  return -1
}

/** Offset after the line if it has only white space from `at` on. */
function endOfBlankLine(text: string, at: number): number {
  let end = at
  while (text[end] === ' ' || text[end] === '\t') end += 1
  return end === text.length ? end : text[end] === '\n' ? end + 1 : -1
}

/** Skips white space with line ends, since paragraphs have no blank line. */
function skipSpace(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\n') at += 1
  return at
}

function next(marks: RegExp, text: string, from: number): number {
  marks.lastIndex = from
  return marks.exec(text)?.index ?? -1
}
