/**
 * White space and length of texts that people or models wrote, code in Markdown, arguments of shells, numbers as people
 * read them, and items by a key.
 */

/**
 * True if a text has more than `limit` code points. A code point has one or two UTF-16 units, so only a text of
 * `limit` to twice as many units is counted.
 */
export function hasMoreCodePoints(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  return text.length > limit * 2 || [...text].length > limit
}

/** The first `length` UTF-16 units of a text, one less if they would split a code point. */
export function firstUnits(text: string, length: number): string {
  const unit = length < text.length ? text.charCodeAt(length - 1) : 0
  return text.slice(0, unit >= 0xd800 && unit < 0xdc00 ? length - 1 : Math.max(0, length))
}

/** The text, or its first `length` UTF-16 units and an ellipsis if it is longer. */
export function shorten(text: string, length: number, ellipsis = '…'): string {
  return text.length <= length ? text : firstUnits(text, length) + ellipsis
}

/** A text on one line: each run of white space becomes one space, and both ends are trimmed. */
export function foldSpace(text: string): string {
  // Most text needs no change, and replacing every space is slow.
  return (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text).trim()
}

/** A text on one line as inline code of Markdown, whatever backticks it has (CommonMark 0.31, 6.1). */
export function inlineCode(text: string): string {
  const ticks = backticks(text, 1)
  const pad = text === '' || text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return ticks + pad + text + pad + ticks
}

/** A block of code of Markdown, whatever fences are in it. */
export function codeBlock(code: string, info = ''): string {
  const fence = backticks(code, 3)
  return `${fence}${info}\n${code}\n${fence}`
}

/** Backticks, at least this many and more than any run in a text has. */
function backticks(text: string, least: number): string {
  const runs = text.match(/`+/g) ?? []
  return '`'.repeat(runs.reduce((longest, { length }) => Math.max(longest, length + 1), least))
}

/** A path as an argument of a shell command, quoted if necessary. */
export function shellArgument(text: string): string {
  return /^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** A whole number with its digits in groups of three: `1,234`. */
export function groupDigits(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** A number with its noun: `1 page`, `1,234 pages`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${groupDigits(number)} ${number === 1 ? noun : plural}`
}

/** Number of items by key, in the order of the first item of each. */
export function countBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): ReadonlyMap<K, number> {
  const counts = new Map<K, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}

/** Items by key, in the order of the first item of each. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key) ?? []
    groups.set(key, group)
    group.push(item)
  }
  return groups
}
