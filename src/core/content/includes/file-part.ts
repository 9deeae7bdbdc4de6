/**
 * The part of a file that a page includes -> its lines: those of some numbers, between two texts, or in a region between
 * two comments, in whatever language: `ANCHOR: a` (mdBook), `--8<-- [start:a]` (MkDocs), `#region a` (VitePress,
 * editors), `/// [a]` (Docsify), `// <a>` (DocFX); in an element `<section id="a">` (Fumadocs), or below a heading.
 */
import { slug } from '../generators/heading-ids.ts'
import { atxHeading } from '../markdown/syntax/starts.ts'

/** The part of a file. No ranges: the whole file. */
export type FilePart =
  /** Numbers of the first and last lines, from 1. */
  | { readonly type: 'lines'; readonly ranges: readonly (readonly [first: number, last: number])[] }
  | { readonly type: 'region'; readonly name: string }
  /** A class or function of Python, or one in a class: `Pen.dip`. */
  | { readonly type: 'object'; readonly name: string }
  /** Constants that a module exports, each on a line, by their names, with those that they get. */
  | { readonly type: 'exports'; readonly names: ReadonlyMap<string, string> }
  /** After the first place of a text, up to the next of another one; empty for the bounds of the file. */
  | { readonly type: 'between'; readonly start: string; readonly end: string }

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
  if (part.type === 'between') return between(lines.join('\n'), part)
  if (part.type === 'region') {
    return regionOf(lines, part.name) ?? inSection(lines, part.name) ?? belowHeading(lines, part.name)
  }
  const { ranges } = part
  let left = MAX_TIMES * lines.length
  if (ranges.length > 0) return ranges.flatMap(([first, last]) => {
    const inRange = lines.slice(Math.max(0, first - 1), Math.min(last, first - 1 + left))
    left -= inRange.length
    return inRange
  })
  return text.includes('8<-') ? lines.filter((line) => !line.includes('8<-') || boundOf(line) === null) : lines
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

function inSection(lines: readonly string[], id: string): readonly string[] | null {
  const start = lines.findIndex((line) => line.trim() === `<section id="${id}">`)
  const length = lines.slice(start + 1).findIndex((line) => line.trim() === '</section>')
  return start === -1 || length === -1 ? null : lines.slice(start + 1, start + 1 + length)
}

/** The lines below a heading with an id, up to the next of its depth. */
function belowHeading(lines: readonly string[], id: string): readonly string[] | null {
  const headings = lines.map(atxHeading)
  const start = headings.findIndex((heading) => heading !== null && slug(heading.text) === id)
  const depth = headings[start]?.depth ?? 0
  if (start === -1) return null
  const length = headings.slice(start + 1).findIndex((heading) => heading !== null && heading.depth <= depth)
  return lines.slice(start, length === -1 ? undefined : start + 1 + length)
}
