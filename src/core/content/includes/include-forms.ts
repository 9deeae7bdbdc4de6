/**
 * The ways in which pages include other files -> which file and which part of it: lines, or a region between two
 * comments, in whatever language: `ANCHOR: a` (mdBook), `--8<-- [start:a]` (MkDocs), `#region a` (VitePress, editors);
 * in an element `<section id="a">` (Fumadocs), or below a heading.
 *
 * Sources: mdBook (https://rust-lang.github.io/mdBook/format/mdbook.html), snippets of PyMdown Extensions
 * (https://facelessuser.github.io/pymdown-extensions/extensions/snippets/), VitePress
 * (https://vitepress.dev/guide/markdown#import-code-snippets), Docusaurus
 * (https://docusaurus.io/docs/markdown-features/react), Fumadocs (https://fumadocs.dev/docs/markdown/include), Jekyll
 * (https://jekyllrb.com/docs/includes/), Docsy (https://www.docsy.dev/docs/adding-content/shortcodes/).
 */
import { slug } from '../generators/slug.ts'
import { MARKDOWN_FILE, pathFrom } from '../generators/source-address.ts'
import { unfencedLines } from '../markdown/generators/line-pairs.ts'
import { atxHeading } from '../markdown/syntax/starts.ts'
import { readAttributes } from '../markdown/syntax/tag.ts'

/** Includes of one text that are read. */
const MAX_INCLUDES = 500

/** A part of a text that stands for a file. */
export interface Include {
  readonly at: number
  readonly end: number
  /** What the text before each of its lines is, such as the indent of an item. */
  readonly prefix: string
  readonly files: readonly IncludedFile[]
}

/** A file that a text includes. */
export interface IncludedFile {
  /** As the author wrote it. */
  readonly name: string
  /** Where it may be, relative to the content folder, the first that exists counts. */
  readonly paths: readonly string[]
  readonly part: FilePart
  /** Info string of the code block that it is; null for text. */
  readonly info: string | null
  /** True for a component, whose relative links are seen from its own file. */
  readonly isPart: boolean
  /** False for names that may be those of a theme. */
  readonly isRequired: boolean
}

/** What the groups of a match say; null if it includes nothing. */
type ReadMatch = (match: RegExpExecArray, path: string) => Omit<Include, 'at' | 'end'> | null

interface Form {
  /** Texts without any of which it can't be in a page. */
  readonly signs: readonly string[]
  /** Quantifiers are bounded or start at a character that they don't match. After a backtick it is only named. */
  readonly pattern: RegExp
  readonly isInCode: boolean
  readonly read: ReadMatch
}

const SNIPPET_MARK = /^([ \t>]{0,80})-{1,9}8<-{1,9}[ \t]*/.source
const BLOCK_LINE = /[^\n]{1,400}\n/.source
/** Folders for MkDocs' snippets, seen from the content folder. */
const SNIPPET_FOLDERS = ['', '..', '../..', 'includes', '../includes', 'snippets', '../snippets']
const WHOLE: FilePart = { type: 'lines', ranges: [] }

const FORMS: readonly Form[] = [
  {
    signs: ['{{#'], isInCode: true,
    pattern: /(?<![\\`])\{\{#(include|rustdoc_include|playground|playpen|title)[ \t]+([^{}\n]{1,400})\}\}/g,
    read: ([, kind = '', target = ''], path) => {
      if (kind === 'title') return { prefix: '', files: [] }
      const [, name = '', spec] = /^([^:\s]+)(?::(\S*))?/.exec(target.trim()) ?? []
      const info = kind.startsWith('play') ? 'rust' : null
      return { prefix: '', files: [fileOf(name, { paths: [pathFrom(path, name)], part: mdBookPart(spec), info })] }
    },
  },
  {
    signs: ['8<-'], isInCode: true,
    pattern: /^([ \t>]{0,80})-{1,9}8<-{1,9}[ \t]{1,9}(?:"([^"\n]{1,400})"|'([^'\n]{1,400})')[ \t]*$/gm,
    read: ([, prefix = '', double = '', single = ''], path) => ({ prefix, files: [snippet(double || single, path)] }),
  },
  {
    signs: ['8<-'], isInCode: true,
    pattern: new RegExp(`${SNIPPET_MARK}\\n((?:${BLOCK_LINE}){1,50}?)${SNIPPET_MARK}$`, 'gm'),
    read: ([, prefix = '', names = ''], path) => {
      const isWritten = (name: string) => name !== '' && !name.startsWith(';')
      const written = names.split('\n').map((name) => name.trim()).filter(isWritten)
      return { prefix, files: written.map((name) => snippet(name, path)) }
    },
  },
  {
    signs: ['<<<'], isInCode: false,
    pattern: joined(
      'gm',
      /^([ \t>]{0,80})<<<[ \t]{1,9}([^\s{}#[\]]{1,400})(?:#([\w-]{1,100}))?[ \t]*/,
      /(?:\{([^{}\n]{0,100})\})?[ \t]*(?:\[([^\]\n]{0,100})\])?[ \t]*$/,
    ),
    read: ([, prefix = '', name = '', region, marks = '', title], path) => {
      const lines = /^[\d,-]+/.exec(marks.trim())?.[0] ?? ''
      const lang = marks.trim().slice(lines.length).trim() || extensionOf(name)
      const info = `${lang}${lines && ` {${lines}}`}${title === undefined ? '' : ` [${title}]`}`
      return { prefix, files: [fileOf(name, { paths: placesOf(path, name), part: regionOr(region, WHOLE), info })] }
    },
  },
  {
    signs: ['@include:'], isInCode: true,
    pattern: joined(
      'g',
      /(?<!`)<!--[ \t]{0,9}@include:[ \t]{0,9}([^\s#{}]{1,400}?)/,
      /(?:#([^\s{}]{1,100}?))?(?:\{(\d{0,9})(,?)(\d{0,9})\})?[ \t]{0,9}-->/,
    ),
    read: ([, name = '', region, first, comma, last], path) => {
      const from = Number(first || 1)
      const lines = first === undefined ? [] : [[from, last ? Number(last) : comma ? Infinity : from] as const]
      const part = regionOr(region, { type: 'lines', ranges: lines })
      return { prefix: '', files: [fileOf(name, { paths: placesOf(path, name), part })] }
    },
  },
  {
    signs: ['<include'], isInCode: false,
    pattern: joined(
      'g',
      /<include((?:[ \t][^<>\n]{0,200})?)>[ \t]{0,9}/,
      /([^<>\s#]{1,400})(?:#([\w-]{1,100}))?[ \t]{0,9}<\/include>/,
    ),
    read: ([, source = '', name = '', region], path) => {
      const attributes = readAttributes(source)
      const lang = attributes.get('lang') ?? (MARKDOWN_FILE.test(name) ? null : extensionOf(name))
      const info = lang === null ? null : `${lang} ${attributes.get('meta') ?? ''}`
      const folders = ['', '..', '../..', '../../..'].map((folder) => pathFrom(`${folder}/x`, name))
      const paths = attributes.has('cwd') ? folders : [pathFrom(path, name)]
      return { prefix: '', files: [fileOf(name, { paths, part: regionOr(region, WHOLE), info })] }
    },
  },
  {
    signs: ['{% include'], isInCode: false,
    pattern: /\{%-?[ \t]{0,9}include(_relative)?[ \t]{1,9}([\w./-]{1,200}\.(?:md|markdown))[ \t]{0,9}-?%\}/g,
    read: ([, relative, name = ''], path) => {
      const paths = relative === undefined ? [`_includes/${name}`, `../_includes/${name}`] : [pathFrom(path, name)]
      return { prefix: '', files: [fileOf(name, { paths, isRequired: false })] }
    },
  },
  {
    signs: ['{{<', '{{%'], isInCode: false,
    pattern: joined(
      'g',
      /\{\{[<%][ \t]{0,9}(?:include|readfile)[ \t]{1,9}(?:file=)?["'`]?/,
      /([^\s"'`<>%{}]{1,400})["'`]?([^{}\n]{0,200}?)[%>]\}\}/,
    ),
    read: ([, name = '', rest = ''], path) => {
      const attributes = readAttributes(rest)
      const info = attributes.get('code') === 'true' ? (attributes.get('lang') ?? extensionOf(name)) : null
      return { prefix: '', files: [fileOf(name, { paths: placesOf(path, name), info, isRequired: false })] }
    },
  },
]

const IMPORT =
  /^import[ \t]{1,9}([A-Z]\w{0,100})[ \t]{1,9}from[ \t]{1,9}["'](!!raw-loader!)?([^"'\n]{1,400})["'];?[ \t]*$/gm
const IMPORT_SIGNS = ['.md', 'raw-loader']
/** `<Part />`, `<CodeBlock language="js">{Source}</CodeBlock>`. */
const USE = joined(
  'g',
  /<CodeBlock((?:\s[^<>]{0,400})?)>\s{0,99}\{\s{0,9}/,
  /([A-Z]\w{0,100})[^{}\n]{0,40}\}\s{0,99}<\/CodeBlock>|<([A-Z]\w{0,100})(?:\s[^<>]{0,400})?\/>/,
)

/** The includes of a text at a path, in order. */
export function findIncludes(text: string, path: string): readonly Include[] {
  const forms = FORMS.filter(({ signs }) => signs.some((sign) => text.includes(sign)))
  const found = forms.flatMap(({ pattern, isInCode, read }) => {
    return matchesOf(text, pattern).flatMap((match) => {
      const include = read(match, path)
      return include === null ? [] : { ...include, ...rangeOf(match), isInCode }
    })
  })
  const all = [...found, ...importsOf(text, path)].sort((a, b) => a.at - b.at)
  if (all.length === 0) return []
  const isCode = all.every(({ isInCode }) => isInCode) ? () => false : createCodeTest(text)
  let end = 0
  return all.filter((include) => {
    const isRead = include.at >= end && (include.isInCode || !isCode(include.at))
    if (isRead) end = include.end
    return isRead
  })
}

/** One pattern of several in a row. */
function joined(flags: string, ...parts: readonly RegExp[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join(''), flags)
}

/** The places of a file that is named from the page, or from the root of a project whose folder is unknown. */
function placesOf(path: string, name: string): string[] {
  const rooted = /^(?:@site\/|@\/|~\/|\/)(.*)$/.exec(name)?.[1]
  if (rooted === undefined) return [pathFrom(path, name), ...(name.startsWith('.') ? [] : [pathFrom('', name)])]
  return ['', `${path.split('/')[0]}`, '..', '../..'].map((folder) => pathFrom(`${folder}/x`, rooted))
}

function fileOf(name: string, given: Partial<IncludedFile>): IncludedFile {
  return { name, paths: [], part: WHOLE, info: null, isPart: false, isRequired: true, ...given }
}

function snippet(target: string, path: string): IncludedFile {
  const [, name = '', spec] = /^(.*?)(?::([\w-]+|[\d:,-]+))?$/.exec(target.trim()) ?? []
  const paths = [...SNIPPET_FOLDERS.map((folder) => pathFrom(`${folder}/x`, name)), pathFrom(path, name)]
  // Addresses are not read.
  const isRequired = !/^https?:/.test(target)
  return fileOf(name, { paths: isRequired ? paths : [], part: snippetPart(spec), isRequired })
}

function snippetPart(spec: string | undefined): FilePart {
  if (spec === undefined || !/^[\d:,-]+$/.test(spec)) return regionOr(spec, WHOLE)
  const ranges = spec.split(',').map((range) => {
    const [first, last] = range.split(':')
    return [Number(first || 1), last ? Number(last) : Infinity] as const
  })
  return { type: 'lines', ranges }
}

/** `2`, `2:`, `:10`, `2:10`, or the name of an anchor. */
function mdBookPart(spec: string | undefined): FilePart {
  const [, first, colon, last] = /^(\d*)(:?)(\d*)$/.exec(spec ?? '') ?? []
  if (spec === undefined || spec === '' || first === undefined) return regionOr(spec, WHOLE)
  const from = Number(first || 1)
  return { type: 'lines', ranges: [[from, last ? Number(last) : colon ? Infinity : from]] }
}

function regionOr(name: string | undefined, part: FilePart): FilePart {
  return name === undefined || name === '' ? part : { type: 'region', name }
}

/** Imports of Markdown and of the text of files, which leave nothing, and the components that show them. */
function importsOf(text: string, path: string): (Include & { readonly isInCode: false })[] {
  if (!text.includes('\nimport ') && !text.startsWith('import ')) return []
  if (!IMPORT_SIGNS.some((sign) => text.includes(sign))) return []
  const files = new Map<string, IncludedFile>()
  const lines = matchesOf(text, IMPORT).flatMap((match) => {
    const [, name = '', raw, target = ''] = match
    if (raw === undefined && !MARKDOWN_FILE.test(target)) return []
    const info = raw === undefined ? null : extensionOf(target)
    files.set(name, fileOf(target, { paths: placesOf(path, target), info, isPart: raw === undefined }))
    return { ...rangeOf(match), prefix: '', files: [], isInCode: false as const }
  })
  if (files.size === 0) return []
  const uses = matchesOf(text, USE).flatMap((match) => {
    const [, source = '', code, component = ''] = match
    const file = files.get(code ?? component)
    if (file === undefined || (code === undefined) !== (file.info === null)) return []
    const attributes = readAttributes(source)
    const title = attributes.get('title')
    const lang = attributes.get('language') ?? file.info
    const info = code === undefined ? null : `${lang}${title === undefined ? '' : ` title="${title}"`}`
    return { ...rangeOf(match), prefix: '', files: [{ ...file, info }], isInCode: false as const }
  })
  return [...lines, ...uses]
}

function extensionOf(name: string): string {
  return /\.(\w{1,20})$/.exec(name)?.[1] ?? ''
}

/** The first matches in a text. */
function matchesOf(text: string, pattern: RegExp): RegExpExecArray[] {
  const matches: RegExpExecArray[] = []
  for (const match of text.matchAll(pattern)) {
    if (matches.length === MAX_INCLUDES) break
    matches.push(match)
  }
  return matches
}

function rangeOf({ index, 0: source }: RegExpExecArray): { readonly at: number; readonly end: number } {
  return { at: index, end: index + source.length }
}

/** A test whether an offset is in fenced code; offsets must come in ascending order. */
function createCodeTest(text: string): (at: number) => boolean {
  const lines = text.split('\n')
  const contents = unfencedLines(lines)
  let index = 0
  let end = lines[0]?.length ?? 0
  return (at) => {
    while (end < at && index < lines.length - 1) end += 1 + (lines[(index += 1)]?.length ?? 0)
    return contents[index] === '' && lines[index]?.trim() !== ''
  }
}

/** The part of a file. No ranges: the whole file. */
type FilePart =
  /** Numbers of the first and last lines, from 1. */
  | { readonly type: 'lines'; readonly ranges: readonly (readonly [first: number, last: number])[] }
  | { readonly type: 'region'; readonly name: string }

/** The comments that bound a region; only one kind of them names the region at its end, too. */
const BOUNDS = [
  /ANCHOR(?<anchorEnd>_END)?:/,
  /-{1,9}8<-{1,9}[ \t]*\[[ \t]*(?:start|(?<snippetEnd>end))[ \t]*:/,
  /(?:#[ \t]*(?:pragma[ \t]+)?|\/\/[ \t]*)(?<regionEnd>end)?region\b/,
]
const BOUND = new RegExp(`(?:${BOUNDS.map(({ source }) => source).join('|')})[ \\t]*(?<name>[\\w*-]{0,100})`, 'i')

/** The lines of a part; null if the file has no such region. */
export function linesOf(text: string, part: FilePart): readonly string[] | null {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  if (part.type === 'region') {
    return regionOf(lines, part.name) ?? inSection(lines, part.name) ?? belowHeading(lines, part.name)
  }
  const { ranges } = part
  if (ranges.length > 0) return ranges.flatMap(([first, last]) => lines.slice(Math.max(0, first - 1), last))
  return text.includes('8<-') ? lines.filter((line) => !line.includes('8<-') || boundOf(line) === null) : lines
}

interface Bound {
  readonly isEnd: boolean
  /** Empty for an end without a name. */
  readonly name: string
}

function boundOf(line: string): Bound | null {
  const groups = BOUND.exec(line)?.groups
  if (groups === undefined) return null
  const { anchorEnd, snippetEnd, regionEnd, name = '' } = groups
  return { isEnd: (anchorEnd ?? snippetEnd ?? regionEnd) !== undefined, name }
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
    } else if (bound.isEnd ? bound.name === name || bound.name === '' : bound.name === name) {
      isInside = !bound.isEnd
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
