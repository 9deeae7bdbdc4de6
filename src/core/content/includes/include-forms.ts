/**
 * The ways in which pages include other files -> which file and which part of it.
 *
 * Sources: mdBook (https://rust-lang.github.io/mdBook/format/mdbook.html), snippets of PyMdown Extensions
 * (https://facelessuser.github.io/pymdown-extensions/extensions/snippets/), VitePress
 * (https://vitepress.dev/guide/markdown#import-code-snippets), Docusaurus
 * (https://docusaurus.io/docs/markdown-features/react), Fumadocs (https://fumadocs.dev/docs/markdown/include), Jekyll
 * (https://jekyllrb.com/docs/includes/), GitBook (https://gitbook.com/docs/creating-content/reusable-content), the plugin
 * include-markdown of MkDocs (https://github.com/mondeja/mkdocs-include-markdown-plugin), Docsify
 * (https://docsify.js.org/#/embed-files), Sphinx and MyST (https://docutils.sourceforge.io/docs/ref/rst/directives.html,
 * https://www.sphinx-doc.org/en/master/usage/restructuredtext/directives.html#directive-literalinclude), Docsy
 * (https://www.docsy.dev/docs/adding-content/shortcodes/), DocFX (https://dotnet.github.io/docfx/docs/markdown.html),
 * remark-code-import (https://github.com/kevin940726/remark-code-import) and Rspress
 * (https://rspress.rs/guide/use-mdx/code-blocks), notes of Obsidian and Quartz (https://obsidian.md/help/embeds).
 */
import { exclusionOf } from '../generators/path-pattern.ts'
import { type SiteRules, sourcePath } from '../generators/rules.ts'
import { MARKDOWN_FILE, pathFrom } from '../generators/source-address.ts'
import { findCode } from '../markdown/generators/line-pairs.ts'
import { readAttributes } from '../markdown/syntax/tag.ts'
import { createLineCounter } from '../offset.ts'
import {
  betweenOr, docfxPart, docutilsPart, type FilePart, linesFrom, mdBookPart, regionOr, snippetPart, WHOLE,
} from './file-part.ts'

/** Includes of one text that are read: one more than a page may have, so that it is told. */
const MAX_INCLUDES = 501

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
  /** True if white space that all of its lines start with is left out. */
  readonly isDedented: boolean
  /** Info string of the code block that it is; null for text. */
  readonly info: string | null
  /**
   * The starts of addresses in its links that are seen from its own file, as those of a component are; one without a dot
   * stands for the folder of pages.
   */
  readonly ownLinks: readonly string[]
  /** By name: the values of `{name}` and `{props.name}` in a component's file, of `{{ include.name }}` in others. */
  readonly props: ReadonlyMap<string, string>
  /** False for names that may be those of a theme. */
  readonly isRequired: boolean
  /** What stands in its place if it is missing; null for the include as it is written. */
  readonly otherwise: string | null
}

/** What is known of a site: its dialect, folders of snippets in its configuration, and which pages are published. */
export type IncludeRules = Pick<SiteRules, 'defaults' | 'dialect' | 'snippetFolders' | 'excluded' | 'mounts' | 'within'>

interface Form {
  /** Texts without any of which it can't be in a page. */
  readonly signs: readonly string[]
  /** Quantifiers are bounded or start at a character that they don't match. After a backtick it is only named. */
  readonly pattern: RegExp
  readonly isInCode: boolean
  /** True if it is a block with the marks of code. */
  readonly isFenced?: true
  /** What the groups of a match say; null if it includes nothing. */
  readonly read: (match: RegExpExecArray, path: string, rules: IncludeRules) => Omit<Include, 'at' | 'end'> | null
}

const SNIPPET_MARK = /^([ \t>]{0,80})-{1,9}8<-{1,9}[ \t]*/.source
const BLOCK_LINE = /[^\n]{1,400}\n/.source
/** Folders for MkDocs' snippets, seen from the content folder. */
const SNIPPET_FOLDERS = ['', '..', '../..', 'includes', '../includes', 'snippets', '../snippets']
/** Folders for files of Liquid, Nunjucks and their like. */
const LIQUID_FOLDERS = ['_includes', '../_includes', 'src/_includes', 'includes', '', '..']
const FENCED_LINE = /^[ \t>]*(`{3,}|~{3,}|:{3,})(\{)?(.*)/
/** `:name: value`, or `name: value` of YAML. */
const OPTION = /^[ \t>]*:?([\w-]{1,40}):[ \t]*["']?(.*?)["']?[ \t]*$/gm
/** A parameter with a text; others are variables. */
const PARAMETER = /([\w-]{1,60})\s{0,9}=\s{0,9}(?:"([^"]{0,600})"|'([^']{0,600})')/g
const NO_PROPS: ReadonlyMap<string, string> = new Map()

const FORMS: readonly Form[] = [
  {
    signs: ['{{#', '{{ #'], isInCode: true,
    pattern: /(?<![\\`])\{\{ {0,9}#(include|rustdoc_include|playground|playpen|title)[ \t]+([^{}\n]{1,400})\}\}/g,
    read: ([, kind = '', target = ''], path) => {
      if (kind === 'title') return { prefix: '', files: [] }
      const [, name = '', spec] = /^([^:\s]+)(?::(\S*))?/.exec(target.trim()) ?? []
      const info = kind.startsWith('play') ? 'rust' : null
      return one(name, { paths: [pathFrom(path, name)], part: mdBookPart(spec), info })
    },
  },
  {
    // What keeps mdBook and MkDocs from including leaves what nobody sees: without it, the line would be left out.
    signs: ['\\{{#', ';-'], isInCode: true,
    pattern: /\\(?=\{\{#(?:include|rustdoc_include|playground|playpen|title)\s)|(?<=^[ \t>]{0,80});(?=-{1,9}8<-)/gm,
    read: () => one('', { isRequired: false, otherwise: '\u2060' }),
  },
  {
    signs: ['8<-'], isInCode: true,
    pattern: /^([ \t>]{0,80})-{1,9}8<-{1,9}[ \t]{1,9}(?:"([^"\n]{1,400})"|'([^'\n]{1,400})')[ \t]*$/gm,
    read: ([, prefix = '', double = '', single = ''], path, rules) => {
      return { prefix, files: [snippet(double || single, path, rules)] }
    },
  },
  {
    signs: ['8<-'], isInCode: true,
    pattern: new RegExp(`${SNIPPET_MARK}\\n((?:${BLOCK_LINE}){1,50}?)${SNIPPET_MARK}$`, 'gm'),
    read: ([, prefix = '', names = ''], path, rules) => {
      const isWritten = (name: string) => name !== '' && !name.startsWith(';')
      const written = names.split('\n').map((name) => name.trim()).filter(isWritten)
      return { prefix, files: written.map((name) => snippet(name, path, rules)) }
    },
  },
  {
    signs: ['<<<'], isInCode: false,
    pattern: joined(
      'gm',
      /^([ \t>]{0,80})<<<[ \t]{1,9}([^\s{}#[\]]{1,400})(?:#([\w-]{1,100}))?/,
      /(?:[ \t]*\{([^{}\n]{0,100})\})?(?:[ \t]*\[([^\]\n]{0,100})\])?[ \t]*$/,
    ),
    read: ([, prefix = '', name = '', region, marks = '', title], path) => {
      const lines = /^[\d,-]+/.exec(marks.trim())?.[0] ?? ''
      const lang = marks.trim().slice(lines.length).trim() || extensionOf(name)
      const info = `${lang}${lines && ` {${lines}}`}${title === undefined ? '' : ` [${title}]`}`
      const isDedented = region !== undefined
      return one(name, { paths: placesOf(path, name), part: regionOr(region, WHOLE), isDedented, info }, prefix)
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
      const part = regionOr(region, linesFrom(first, comma, last))
      return one(name, { paths: placesOf(path, name), part })
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
      const paths = attributes.has('cwd') ? inFolders(['', '..', '../..', '../../..'], name) : [pathFrom(path, name)]
      return one(name, { paths, part: regionOr(region, WHOLE), isDedented: region !== undefined, info })
    },
  },
  {
    // Templates are filled before Markdown is read.
    signs: ['{%'], isInCode: true,
    pattern: joined(
      'g',
      /(?<!`)\{%-?\s{0,20}(?:include|render)(?:-markdown|_relative)?\s{1,20}/,
      /(?:"([^"\n]{1,200})"|'([^'\n]{1,200})'|([\w./-]{1,200}))((?:\s[^%]{0,600})?)-?%\}/,
    ),
    read: ([, double, single, bare, rest = ''], path, { snippetFolders }) => {
      const name = double ?? single ?? bare ?? ''
      if (!/\.(?!html?$|njk$|liquid$|svg$|xml$)\w{1,9}$/.test(name)) return null
      const props = new Map(Array.from(rest.matchAll(PARAMETER), ([, key = '', double, single = '']) => {
        return [`include.${key}`, double ?? single] as const
      }))
      const part = betweenOr(props.get('include.start'), props.get('include.end'), WHOLE)
      const paths = [pathFrom(path, name), ...inFolders([...snippetFolders, ...LIQUID_FOLDERS], name)]
      return one(name, { paths, part, props, isRequired: false })
    },
  },
  {
    signs: ['{!'], isInCode: false,
    pattern: /\{!\s{0,9}([^\s!{}]{1,400}\.\w{1,9})\s{0,9}!\}/g,
    read: ([, name = ''], path, rules) => {
      return { prefix: '', files: [{ ...snippet(name, path, rules), isRequired: false }] }
    },
  },
  {
    signs: [':include'], isInCode: false,
    pattern: /\[[^\][\n]{0,200}\]\(([^\s()]{1,400})[ \t]{1,9}["']:include([^"'\n]{0,200})["']\)/g,
    read: ([, name = '', rest = ''], path) => {
      const isCode = /:type=code/.test(rest) || !(MARKDOWN_FILE.test(name) || rest.includes(':type='))
      const info = isCode ? (/:type=code[ \t]{1,9}(\w{1,20})/.exec(rest)?.[1] ?? extensionOf(name)) : null
      const part = regionOr(/:fragment=([\w-]{1,100})/.exec(rest)?.[1], WHOLE)
      return one(name, { paths: placesOf(path, name), part, info, isRequired: false })
    },
  },
  {
    signs: ['[!INCLUDE', '[!include', '[!Include', '[!code'], isInCode: false,
    pattern: joined(
      'g',
      /\[!(?:(?:INCLUDE|[Ii]nclude)|code(?:-([a-z+#]{1,20}))?)[ \t]{0,3}\[[^\]\n]{0,200}\]/,
      /\([ \t]{0,3}([^\s()?#]{1,400})(?:[?#]([^\s()]{0,100}))?(?:[ \t]{1,3}"[^"\n]{0,200}")?[ \t]{0,3}\)\]/,
    ),
    read: ([mark, lang, name = '', spec], path) => {
      const info = mark.startsWith('[!code') ? (lang ?? extensionOf(name)) : null
      return one(name, { paths: placesOf(path, name), part: docfxPart(spec), info, otherwise: '' })
    },
  },
  {
    signs: ['@[code'], isInCode: false,
    pattern: /^([ \t>]{0,80})@\[code(?:\{(\d{0,9})(-?)(\d{0,9})\})?([^\]\n]{0,200})\]\(([^\s()]{1,400})\)[ \t]*$/gm,
    read: ([, prefix = '', first, dash, last, info = '', name = ''], path) => {
      const part = linesFrom(first, dash, last)
      return one(name, { paths: placesOf(path, name), part, info: info.trim() || extensionOf(name) }, prefix)
    },
  },
  {
    signs: [' file='], isInCode: true,
    pattern: joined(
      'gm',
      /^([ \t>]{0,80})(`{3,20})([\w-]{1,20}[ \t][^\n`]{0,200}?)file=["']?([^\s"'#{}]{1,400})/,
      /(?:#L?(\d{1,9})(?:(-)L?(\d{1,9})?)?)?["']?([^\n`]{0,200})\n[ \t>]{0,80}\2[ \t]*$/,
    ),
    read: ([, prefix = '', , info = '', name = '', first, dash, last, more = ''], path) => {
      const part = linesFrom(first, dash, last)
      return one(name, { paths: placesOf(path, name), part, info: info + more, isRequired: false }, prefix)
    },
  },
  {
    signs: ['<Snippet'], isInCode: false,
    pattern: /<Snippet\s{1,9}file=["']([^"'\n]{1,200})["']\s{0,9}\/>/g,
    read: ([, name = ''], path) => {
      const paths = inFolders(['snippets', '_snippets', '../snippets', '../_snippets'], name)
      return one(name, { paths: [...paths, pathFrom(path, name)], isRequired: false })
    },
  },
  {
    signs: ['include}'], isInCode: true, isFenced: true,
    pattern: joined(
      'gm',
      /^([ \t>]{0,80})(`{3,20}|~{3,20}|:{3,20})\{(include|literalinclude)\}[ \t]{1,9}(\S{1,400})[ \t]*\n/,
      /((?:[ \t>]{0,80}(?:-{3}|:?[\w-]{1,40}:[^\n]{0,200})?\n){0,30}?)[ \t>]{0,80}/,
      new RegExp('\\2[ \\t]*$'),
    ),
    read: ([, prefix = '', , kind, name = '', source = ''], path) => {
      const options = new Map([...source.matchAll(OPTION)].map(([, key = '', value = '']) => [key, value]))
      const isCode = kind === 'literalinclude' || options.has('code') || options.has('literal')
      const title = options.get('caption') ?? ''
      const lang = options.get('language') ?? options.get('code') ?? extensionOf(name)
      const info = isCode ? `${lang || 'text'}${title === '' ? '' : ` title="${title.replaceAll('"', '')}"`}` : null
      // myst-parser.readthedocs.io/en/latest/faq/index.html#include-a-file-from-outside-the-docs-folder-like-readme-md
      const ownLinks = options.has('relative-docs') ? [options.get('relative-docs') ?? ''] : []
      const isDedented = options.has('dedent')
      return one(name, { paths: placesOf(path, name), part: docutilsPart(options), isDedented, info, ownLinks }, prefix)
    },
  },
  {
    signs: ['![['], isInCode: false,
    pattern: /(?<!`)!\[\[([^[\]\n|#]{1,200})(?:#([^[\]\n|]{1,200}))?(?:\|[^[\]\n]{0,200})?\]\]/g,
    read: ([, name = '', place = ''], path, rules) => {
      if (rules.dialect !== 'wiki' || /\.(?!md$)[a-z]\w{1,4}$/i.test(name)) return null
      const isPublished = (one: string) => exclusionOf(sourcePath(one, rules), rules.excluded) === null
      const paths = placesOf(path, MARKDOWN_FILE.test(name) ? name : `${name}.md`).filter(isPublished)
      const part = { type: 'note', name: place.replace(/^.*#/, '') } as const
      return one(name, { paths, part, ownLinks: ['./', '../'], isRequired: false })
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
      return one(name, { paths: placesOf(path, name), info, isRequired: false })
    },
  },
]

const IMPORT = joined(
  'gm',
  // The word first, which is searched for faster than what is before it.
  /import(?<=(?:^|;[ \t]{1,9})import)\s{1,9}(?:([A-Za-z]\w{0,100})(?:,[ \t]{0,9}|(?=\s)))?/,
  /(?:\{([^{}\n]{0,200})\})?\s{0,9}from\s{1,9}/,
  /["']((?:!!)?raw-loader!|!!)?([^"'?\n]{1,400})(\?raw)?["'](?:;[ \t]*|[ \t]*$)/,
)
/** `name`, `name as alias`. */
const IMPORTED_NAME = /([A-Za-z_$][\w$]{0,100})(?:\s{1,9}as\s{1,9}([A-Za-z_$][\w$]{0,100}))?/g
const IMPORT_SIGNS = ['.md', 'raw-loader', '?raw']
/** `<Part />`, `<CodeBlock language="js">{Source}</CodeBlock>`, `<Code code={source} lang="js" />`. */
const USE = joined(
  'g',
  /<CodeBlock((?:\s[^<>]{0,400})?)>\s{0,99}\{\s{0,9}/,
  /([A-Za-z]\w{0,100})[^{}\n]{0,40}\}\s{0,99}<\/CodeBlock>|<([A-Z]\w{0,100})((?:\s[^<>]{0,400}?)?)/,
  /(?:\/>|>\s{0,99}<\/[A-Z]\w{0,100}>)/,
)
const CODE_OF = /\scode=\{\s{0,9}([A-Za-z]\w{0,100})\s{0,9}\}/

/** The includes of a text at a path, in order. */
export function findIncludes(text: string, path: string, rules: IncludeRules): readonly Include[] {
  const forms = FORMS.filter(({ signs }) => signs.some((sign) => text.includes(sign)))
  const found = forms.flatMap(({ pattern, isInCode, isFenced = false, read }) => {
    return matchesOf(text, pattern).flatMap((match) => {
      const include = read(match, path, rules)
      return include === null ? [] : { ...include, ...rangeOf(match), isInCode, isFenced }
    })
  })
  const all = [...found, ...importsOf(text, path)].sort((a, b) => a.at - b.at)
  if (all.length === 0) return []
  const isCode = all.every(({ isInCode }) => isInCode) ? () => false : createCodeTest(text)
  const isExample = all.some(({ isFenced }) => isFenced) ? createExampleTest(text) : () => false
  let end = 0
  return all.filter((include) => {
    const isInExample = include.isFenced ? isExample(include.at) : !include.isInCode && isCode(include.at)
    const isRead = include.at >= end && !isInExample
    if (isRead) end = include.end
    return isRead
  })
}

function joined(flags: string, ...parts: readonly RegExp[]): RegExp {
  return new RegExp(parts.map(({ source }) => source).join(''), flags)
}

/** The places of a file that is named from the page, or from the root of a project whose folder is unknown. */
function placesOf(path: string, name: string): string[] {
  // `@snippets/a.sh`: an alias that is named like its folder.
  const rooted = /^(?:@site\/|@\/|~\/|\/|@)(.*)$/.exec(name)?.[1]
  if (rooted === undefined) return [pathFrom(path, name), ...(name.startsWith('.') ? [] : [pathFrom('', name)])]
  return inFolders(['', `${path.split('/')[0]}`, '..', '../..'], rooted)
}

function inFolders(folders: readonly string[], name: string): string[] {
  // Names are seen from a file.
  return folders.map((folder) => pathFrom(`${folder}/file`, name))
}

function one(name: string, given: Partial<IncludedFile>, prefix = ''): Omit<Include, 'at' | 'end'> {
  return { prefix, files: [fileOf(name, given)] }
}

function fileOf(name: string, given: Partial<IncludedFile>): IncludedFile {
  return {
    name, paths: [], part: WHOLE, isDedented: false, info: null, ownLinks: [], props: NO_PROPS, isRequired: true,
    otherwise: null, ...given,
  }
}

function snippet(target: string, path: string, { snippetFolders }: IncludeRules): IncludedFile {
  const [, name = '', spec] = /^(.*?)(?::([\w-]+|[\d:,-]+))?$/.exec(target.trim()) ?? []
  const places = inFolders([...snippetFolders, ...SNIPPET_FOLDERS], name)
  const paths = [...new Set([...places, pathFrom(path, name)])]
  // Addresses are not read.
  const isRequired = !/^https?:/.test(target)
  return fileOf(name, { paths: isRequired ? paths : [], part: snippetPart(spec), isRequired })
}

/** Imports of Markdown and of the text of files, which leave nothing, and the components that show them. */
function importsOf(text: string, path: string): (Include & { readonly isInCode: false; readonly isFenced: false })[] {
  if (!text.includes('import')) return []
  if (!IMPORT_SIGNS.some((sign) => text.includes(sign))) return []
  const files = new Map<string, IncludedFile>()
  const lines = matchesOf(text, IMPORT).flatMap((match) => {
    const [, name = '', list, loader, written = '', query] = match
    // `./\_part.md`: formatters of Markdown escape what isn't Markdown here.
    const target = written.replaceAll('\\', '')
    const isPart = loader === undefined && query === undefined
    if (isPart && (!MARKDOWN_FILE.test(target) || !/^(?:[A-Z]|$)/.test(name))) return []
    const info = isPart ? null : extensionOf(target)
    const paths = placesOf(path, target)
    // Of an alias only the project knows the folder.
    const isRequired = /^(?:[./]|@site\/)/.test(target)
    files.set(name, fileOf(target, { paths, info, isRequired, ownLinks: isPart ? ['./', '../'] : [] }))
    // mintlify.com/docs/create/reusable-snippets#reusable-variables
    const names = isPart && path.endsWith('.mdx') ? [...(list ?? '').matchAll(IMPORTED_NAME)] : []
    const exported = new Map(names.map(([, own = '', alias = own]) => [own, alias] as const))
    const file = fileOf(target, { paths, part: { type: 'exports', names: exported }, isRequired })
    return { ...rangeOf(match), ...IN_TEXT, files: exported.size === 0 ? [] : [file] }
  })
  if (files.size === 0) return []
  const uses = matchesOf(text, USE).flatMap((match) => {
    const [, ofBlock, content, component = '', own = ''] = match
    const code = content ?? CODE_OF.exec(own)?.[1]
    const file = files.get(code ?? component)
    if (file === undefined || (code === undefined) !== (file.info === null)) return []
    const attributes = readAttributes(ofBlock ?? own)
    const title = attributes.get('title')
    const lang = attributes.get('language') ?? attributes.get('lang') ?? file.info
    const info = code === undefined ? null : `${lang}${title === undefined ? '' : ` title="${title}"`}`
    const props = code === undefined ? attributes : file.props
    return { ...rangeOf(match), ...IN_TEXT, files: [{ ...file, info, props }] }
  })
  return [...lines, ...uses]
}

const IN_TEXT = { prefix: '', isInCode: false, isFenced: false } as const

function extensionOf(name: string): string {
  return /\.(\w{1,20})$/.exec(name)?.[1] ?? ''
}

function matchesOf(text: string, pattern: RegExp): RegExpExecArray[] {
  return [...text.matchAll(pattern)].slice(0, MAX_INCLUDES)
}

function rangeOf({ index, 0: source }: RegExpExecArray): { readonly at: number; readonly end: number } {
  return { at: index, end: index + source.length }
}

/** A test whether an offset is in fenced code; offsets must come in ascending order. */
function createCodeTest(text: string): (at: number) => boolean {
  const code = findCode(text.split('\n'))
  const lineAt = createLineCounter(text)
  return (at) => code[lineAt(at) - 1]?.includes('fence') === true
}

/** The same for blocks with the marks of code, which are examples in code around them. */
function createExampleTest(text: string): (at: number) => boolean {
  const blocks = new Set<number>()
  const open: { readonly marks: string; readonly isCode: boolean }[] = []
  let at = 0
  for (const line of text.split('\n')) {
    const [, marks = '', brace, rest = ''] = FENCED_LINE.exec(line) ?? []
    const inner = open.at(-1)
    const isEnd = inner !== undefined && marks.startsWith(inner.marks) && brace === undefined && rest.trim() === ''
    if (isEnd) open.pop()
    else if (marks !== '' && inner?.isCode !== true) {
      open.push({ marks, isCode: brace === undefined && !marks.startsWith(':') })
      if (brace !== undefined) blocks.add(at)
    }
    at += line.length + 1
  }
  return (at) => !blocks.has(at)
}
