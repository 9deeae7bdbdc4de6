/**
 * The part of a file that a page includes, as it is written, -> its lines: those of some numbers, between two texts, or
 * in a region between two comments, in whatever language: `ANCHOR: a` (mdBook), `--8<-- [start:a]` (MkDocs), `#region a`
 * (VitePress, editors), `/// [a]` (Docsify), `// <a>` (DocFX), or below a heading.
 */
import { slug } from '../generators/heading-ids.ts'
import { findCode } from '../markdown/generators/line-pairs.ts'
import { atxHeading } from '../markdown/syntax/starts.ts'

/** The part of a file. No ranges: the whole file. */
export type FilePart =
  /** Numbers of the first and last lines, from 1, or from the last line backwards from -1. */
  | { readonly type: 'lines'; readonly ranges: readonly (readonly [first: number, last: number])[] }
  | { readonly type: 'region'; readonly name: string }
  /** What is below a heading of a note, with it, or a block by its id `^a`; without a name all of the note. */
  | { readonly type: 'note'; readonly name: string }
  /** A class or function of Python, or one in a class: `Pen.dip`. */
  | { readonly type: 'object'; readonly name: string }
  /** Constants that a module exports, each on a line, by their names, with those that they get. */
  | { readonly type: 'exports'; readonly names: ReadonlyMap<string, string> }
  /** After the first place of a text, up to the next of another one; empty for the bounds of the file. */
  | { readonly type: 'between'; readonly start: string; readonly end: string }

/** The whole file. */
export const WHOLE: FilePart = { type: 'lines', ranges: [] }

/** `2:10,20:` of lines, `-3:` of the last three, or the name of a region. */
export function snippetPart(spec: string | undefined): FilePart {
  if (spec === undefined || !/^[\d:,-]+$/.test(spec)) return regionOr(spec, WHOLE)
  const ranges = spec.split(',').map((range) => {
    const [first, last] = range.split(':')
    return [Number(first || 1), last ? Number(last) : Infinity] as const
  })
  return { type: 'lines', ranges }
}

/** `2`, `2:`, `:10`, `2:10`, or the name of an anchor. */
export function mdBookPart(spec: string | undefined): FilePart {
  const [, first, colon, last] = /^(\d*)(?:(:)(\d*))?$/.exec(spec ?? '') ?? []
  return spec === undefined || spec === '' || first === undefined ? regionOr(spec, WHOLE) : linesFrom(first, colon, last)
}

/** Lines from a first one, without a number the first of all, to a last one, or with a mark alone to the end. */
export function linesFrom(first: string | undefined, mark: string | undefined, last: string | undefined): FilePart {
  const from = Number(first || 1)
  const ranges = first === undefined ? [] : [[from, last ? Number(last) : mark ? Infinity : from] as const]
  return { type: 'lines', ranges }
}

/** The region with a name, else another part. */
export function regionOr(name: string | undefined, part: FilePart): FilePart {
  return name === undefined || name === '' ? part : { type: 'region', name }
}

/** `#L2-L10`, `?range=2-10`, `?name=a`, `#a`; others, such as highlighted lines, are no parts. */
export function docfxPart(spec: string | undefined): FilePart {
  const [, first, last] = /^(?:L|range=)(\d{1,9})(?:-L?(\d{1,9}))?/.exec(spec ?? '') ?? []
  if (first !== undefined) return linesFrom(first, '', last)
  return regionOr(/^(?:name=)?([\w-]{1,100})$/.exec(spec ?? '')?.[1], WHOLE)
}

/** The part between two texts, which are not part of it. */
export function betweenOr(start: string | undefined, end: string | undefined, part: FilePart): FilePart {
  return start === undefined && end === undefined ? part : { type: 'between', start: start ?? '', end: end ?? '' }
}

/** `lines: 1,3-5,20-`, what is between `start-after` and `end-before`, or a class or function of Python. */
export function docutilsPart(options: ReadonlyMap<string, string>): FilePart {
  const name = options.get('pyobject')
  if (name !== undefined) return { type: 'object', name }
  const ranges = (options.get('lines') ?? '').split(',').flatMap((range) => {
    const [, first, dash, last = dash === undefined ? first : undefined] =
      /^(\d{1,9})?(?:[ \t]*(-)[ \t]*(\d{1,9})?)?$/.exec(range.trim()) ?? []
    if (first === undefined && last === undefined) return []
    return [[Number(first ?? 1), last === undefined ? Infinity : Number(last)] as const]
  })
  const [from, to] = [options.get('start-line'), options.get('end-line')].map((line) => line && Number(line))
  const byLine = from || to ? [[Number(from || 0) + 1, to ? Number(to) : Infinity] as const] : []
  const lines: FilePart = { type: 'lines', ranges: [...ranges, ...byLine] }
  return betweenOr(options.get('start-after'), options.get('end-before'), lines)
}

/** Lines of a part for each line of its file: ranges may overlap, and a hundred times the whole file is a mistake. */
const MAX_TIMES = 4

/** The comments that bound a region; only one kind of them names the region at its end, too. */
const BOUNDS = [
  /ANCHOR(?<anchorEnd>_END)?:/,
  /-{1,9}8<-{1,9}[ \t]*\[[ \t]*(?:start|(?<snippetEnd>end))[ \t]*:/,
  /(?:#[ \t]*(?:pragma[ \t]+)?|\/\/[ \t]*)(?<regionEnd>end)?region\b/,
  /^[ \t]*(?:\/{2}|#|--|<!--|')[ \t]*<(?<tagEnd>\/)?(?=[\w-]{1,100}>[ \t]*(?:-->)?$)/,
  /^[ \t]*(?:\/{3}|#{3})[ \t]*\[(?=[\w-]{1,100}\][ \t]*$)(?<either>)/,
]
const BOUND = new RegExp(`(?:${BOUNDS.map(({ source }) => source).join('|')})[ \\t]*(?<name>[\\w*-]{0,100})`, 'i')

/** The lines of a part; null if the file has no such region. */
export function linesOf(text: string, part: FilePart): readonly string[] | null {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  if (part.type === 'exports') return exportsOf(lines, part.names)
  if (part.type === 'object') return objectOf(lines, part.name)
  if (part.type === 'note') return noteOf(lines, part.name)
  if (part.type === 'between') return between(lines.join('\n'), part)
  if (part.type === 'region') return regionOf(lines, part.name) ?? belowHeading(lines, part.name)
  const { ranges } = part
  if (ranges.length > 0) return linesIn(lines, ranges)
  return text.includes('8<-') ? lines.filter((line) => !line.includes('8<-') || boundOf(line) === null) : lines
}

function linesIn(lines: readonly string[], ranges: readonly (readonly [number, number])[]): readonly string[] {
  let left = MAX_TIMES * lines.length
  const fromStart = (number: number) => (number < 0 ? lines.length + 1 + number : number)
  return ranges.flatMap(([from, to]) => {
    const [first, last] = [fromStart(from), fromStart(to)]
    const inRange = lines.slice(Math.max(0, first - 1), Math.min(last, first - 1 + left))
    left -= inRange.length
    return inRange
  })
}

function exportsOf(lines: readonly string[], names: ReadonlyMap<string, string>): readonly string[] {
  return lines.flatMap((line) => {
    const [, name = '', rest] = /^export\s{1,9}const\s{1,9}([\w$]{1,100})(?![\w$])(.*)/.exec(line) ?? []
    const alias = names.get(name)
    return alias === undefined ? [] : [`export const ${alias}${rest}`]
  })
}

const DEFINITION = /^\s*(?:async\s+def|def|class)\s+(\w+)/

/** The lines of a definition with its decorators, up to the next that is not indented below it. */
function objectOf(lines: readonly string[], path: string): readonly string[] | null {
  const indentOf = (line: string) => line.length - line.trimStart().length
  let found = lines
  for (const name of path.split('.')) {
    const start = found.findIndex((line) => DEFINITION.exec(line)?.[1] === name)
    if (start === -1) return null
    const indent = indentOf(found[start] ?? '')
    const length = found.slice(start + 1).findIndex((line) => line.trim() !== '' && indentOf(line) <= indent)
    const decorators = found.slice(0, start).toReversed().findIndex((line) => !line.trimStart().startsWith('@'))
    const from = start - (decorators === -1 ? start : decorators)
    found = found.slice(from, length === -1 ? undefined : start + 1 + length)
  }
  return found
}

function between(text: string, { start, end }: FilePart & { readonly type: 'between' }): readonly string[] {
  const at = text.indexOf(start)
  const from = at === -1 ? 0 : at + start.length
  const to = end === '' ? -1 : text.indexOf(end, from)
  return text.slice(from, to === -1 ? undefined : to).replace(/^\n|\n$/g, '').split('\n')
}

/** The bound on a line, null for none. `isEnd` is null for one that is the start and the end; an end may have no name. */
function boundOf(line: string) {
  const groups = BOUND.exec(line)?.groups
  if (groups === undefined) return null
  const { anchorEnd, snippetEnd, regionEnd, tagEnd, either, name = '' } = groups
  return { isEnd: either !== undefined ? null : (anchorEnd ?? snippetEnd ?? regionEnd ?? tagEnd) !== undefined, name }
}

/** The lines of all regions of a name, without bounds inside. */
function regionOf(lines: readonly string[], name: string): readonly string[] | null {
  const region: string[] = []
  let isFound = false
  let isInside = false
  for (const line of lines) {
    const bound = boundOf(line)
    if (bound === null) {
      if (isInside) region.push(line)
    } else if (bound.name === name || (bound.isEnd === true && bound.name === '')) {
      isInside = !(bound.isEnd ?? isInside)
      isFound = true
    }
  }
  return isFound ? region : null
}

/** The title of a note is none of the page that shows it. */
function noteOf(lines: readonly string[], name: string): readonly string[] | null {
  if (name === '') return lines.map((line) => line.replace(/^#(?=[ \t])/, '##'))
  if (!name.startsWith('^')) return belowHeading(lines, slug(name))
  const end = lines.findIndex((line) => ` ${line}`.trimEnd().endsWith(` ${name}`))
  if (end === -1) return null
  // The id of a list or table is below it.
  const last = lines[end]?.trim() === name ? lines.findLastIndex((line, at) => at < end && line.trim() !== '') : end
  const isStart = (line: string) => line.trim() === '' || (last === end && /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line))
  const start = lines.findLastIndex((line, at) => at <= last && isStart(line))
  return lines.slice(lines[start]?.trim() === '' ? start + 1 : Math.max(start, 0), last + 1)
}

/** The lines below a heading with an id, up to the next of its depth. */
function belowHeading(lines: readonly string[], id: string): readonly string[] | null {
  const code = findCode(lines)
  const headings = lines.map((line, at) => (code[at] === null ? atxHeading(line) : null))
  const start = headings.findIndex((heading) => heading !== null && slug(heading.text) === id)
  const depth = headings[start]?.depth ?? 0
  if (start === -1) return null
  const length = headings.slice(start + 1).findIndex((heading) => heading !== null && heading.depth <= depth)
  return lines.slice(start, length === -1 ? undefined : start + 1 + length)
}
