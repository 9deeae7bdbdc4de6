/**
 * A page and the files that it includes -> its text with theirs in place, as its generator shows it, and the line of
 * the page for each line of that text.
 */
import { codeBlock } from '../../base/text.ts'
import { readFrontmatter, withDefaults } from '../frontmatter/frontmatter.ts'
import { isInDrafts, readPublication } from '../frontmatter/publication.ts'
import { MARKDOWN_FILE, pathFrom } from '../generators/source-address.ts'
import { linesOf } from './file-part.ts'
import { findIncludes, type Include, type IncludedFile, type IncludeRules } from './include-forms.ts'

/** Files inside of files. */
export const MAX_INCLUDE_DEPTH = 5
/** Files that one page includes, each as often as it does, also if it has no such part. */
const MAX_FILES = 500
/** UTF-16 units of the text that one page includes, with what is before its lines. */
const MAX_LENGTH = 4 * 1024 * 1024
/** Warnings of one page. */
const MAX_WARNINGS = 20

const HIDDEN = /^(?:\.(?!(?:vitepress|vuepress|snippets|gitbook)$|.*\.mdx?$)|node_modules$)/
/** `{name}`, `{props.name}`; `{{ include.name | filter }}` */
const PROP = new RegExp([
  /\{\s{0,9}(?:props\.)?([A-Za-z_]\w{0,60})\s{0,9}\}/,
  /\{\{-?\s{0,9}(include\.[\w-]{1,60})\s{0,9}(?:\|[^{}\n]{0,200})?-?\}\}/,
].map(({ source }) => source).join('|'), 'g')
/** An address in a link. */
const LINK = /(\]\(|^\[[^\]\n]{1,200}\]:[ \t]{1,9})([^\s()<>]{1,400})/gm

/** A text with the texts that it includes. */
export interface ExpandedText {
  readonly text: string
  /** By index of its lines: the lines of the page, from 1. Null if each line is its own. */
  readonly lines: readonly number[] | null
  readonly warnings: readonly { readonly line: number; readonly message: string }[]
}

interface Expansion {
  readonly rules: IncludeRules
  readonly includes: ReadonlyMap<string, string>
  readonly missing: (message: string) => null
  /** The address of a path, seen from the page. */
  readonly fromPage: (path: string) => string
  filesLeft: number
  lengthLeft: number
}

/** Paths, from the content folder, at which a text may find the files that it includes; null if it includes none. */
export function includedPaths(text: string, path: string, rules: IncludeRules): readonly string[] | null {
  const source = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  const includes = findIncludes(source, path, rules)
  if (includes.length === 0) return null
  return [...new Set(includes.flatMap(({ files }) => files.flatMap(({ paths }) => paths)).filter(isReadable))]
}

/** The body of a page with the texts of its includes. What is missing stays as it is written, with a warning. */
export function expandIncludes(
  body: string,
  { path, includes }: { readonly path: string; readonly includes?: ReadonlyMap<string, string> | undefined },
  rules: IncludeRules,
): ExpandedText {
  const found = includes === undefined ? [] : findIncludes(body, path, rules)
  if (includes === undefined || found.length === 0) return { text: body, lines: null, warnings: [] }
  const warnings: { line: number; message: string }[] = []
  const lines = [1]
  let line = 1
  const missing = (message: string) => {
    if (warnings.length < MAX_WARNINGS) warnings.push({ line, message })
    return null
  }
  const fromPage = (target: string) => '../'.repeat(path.split('/').length - 1) + target
  const expansion: Expansion = { rules, includes, missing, fromPage, filesLeft: MAX_FILES, lengthLeft: MAX_LENGTH }
  let text = ''
  for (const { own, included } of expandParts(body, found, expansion, 1)) {
    text += included ?? own
    // All lines of an include are at its first.
    for (let left = breaksIn(included ?? ''); left > 0; left -= 1) lines.push(line)
    for (let left = breaksIn(own); left > 0; left -= 1) {
      line += 1
      if (included === null) lines.push(line)
    }
  }
  return { text, lines, warnings }
}

function breaksIn(text: string): number {
  return text.split('\n').length - 1
}

/** The parts of a text: what it has itself, and its includes, one by one when they are asked for. */
function* expandParts(text: string, found: readonly Include[], expansion: Expansion, depth: number) {
  let from = 0
  for (const include of found) {
    yield { own: text.slice(from, include.at), included: null }
    const own = text.slice(include.at, include.end)
    yield { own, included: expandInclude(include, expansion, depth) }
    from = include.end
  }
  yield { own: text.slice(from), included: null }
}

function expandInclude({ prefix, files }: Include, expansion: Expansion, depth: number): string | null {
  const texts = files.map((file) => textOf(file, expansion, depth))
  if (texts.includes(null)) return null
  const text = texts.join('\n')
  const added = prefix.length * (breaksIn(text) + 1)
  if (expansion.lengthLeft < added) return tooLong(expansion, files[0]?.name ?? '')
  expansion.lengthLeft -= added
  return prefix + text.replaceAll('\n', `\n${prefix}`)
}

function textOf(file: IncludedFile, expansion: Expansion, depth: number): string | null {
  const { name, paths, part, info, isRequired, otherwise, ownLinks, props } = file
  const path = paths.find((one) => expansion.includes.has(one)) ?? ''
  const source = expansion.includes.get(path)
  if (source === undefined) {
    if (isRequired) expansion.missing(`The included file isn't there, above 1 MiB or outside of the project: ${name}`)
    return otherwise
  }
  if (expansion.filesLeft === 0) {
    return expansion.missing(`The page includes more than ${MAX_FILES} files: ${name} is left out`)
  }
  expansion.filesLeft -= 1
  const shown = MARKDOWN_FILE.test(path) && info === null ? readFrontmatter(source).body : source
  if (part.type === 'note' && !isPublished(path, source, expansion.rules)) return otherwise
  const linked = (all: string, before: string, to: string) => {
    const start = ownLinks.find((one) => to.startsWith(one))
    if (start === undefined) return all
    return before + (start.startsWith('.') ? expansion.fromPage(pathFrom(path, to)) : `/${to.slice(start.length)}`)
  }
  const lines = linesOf(ownLinks.length > 0 ? shown.replace(LINK, linked) : shown, part)
  if (lines === null) {
    const region = 'name' in part ? part.name : ''
    return expansion.missing(`The file ${name}, which the page includes, has no region "${region}"`)
  }
  const written = file.isDedented ? dedented(lines) : lines.join('\n')
  const text = props.size === 0 ? written : withProps(written, props, expansion.lengthLeft)
  if (expansion.lengthLeft < text.length) return tooLong(expansion, name)
  expansion.lengthLeft -= text.length
  if (info === null) {
    if (depth === MAX_INCLUDE_DEPTH) return text
    const parts = expandParts(text, findIncludes(text, path, expansion.rules), expansion, depth + 1)
    return [...parts].map(({ own, included }) => included ?? own).join('')
  }
  return codeBlock(text, info)
}

function tooLong({ missing }: Expansion, name: string): null {
  return missing(`The page includes more than ${MAX_LENGTH} characters: ${name} is left out`)
}

/** False for a note that is hidden by itself: it is in no other page either. */
function isPublished(path: string, source: string, rules: IncludeRules): boolean {
  const data = withDefaults(readFrontmatter(source).data, path, rules)
  return readPublication(data).hidden === null && !isInDrafts(path, data)
}

/** A text with the values of properties, as many as fit into `room`. */
function withProps(text: string, props: ReadonlyMap<string, string>, room: number): string {
  let left = room
  return text.replace(PROP, (written, ofComponent?: string, name = ofComponent ?? '') => {
    const value = props.get(name)
    if (value === undefined || value.length > left) return written
    left -= value.length
    return value
  })
}

function dedented(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/))
  const least = indents.reduce((indent, one) => Math.min(indent, one), Infinity)
  return lines.map((line) => line.slice(least)).join('\n')
}

/** True for a path of no hidden file: settings of tools, secrets. Pages may be hidden, and what a generator shows. */
function isReadable(path: string): boolean {
  return path !== '' && path.split('/').every((segment) => segment === '..' || !HIDDEN.test(segment))
}
