/**
 * A text file -> its frontmatter and its body. YAML between lines of `---`, TOML between lines of `+++`, or a JSON
 * object, at the top of the file; after `---` may be the name of another language. The body's line breaks are `\n`; a
 * byte order mark is dropped.
 *
 * Source for names: https://www.11ty.dev/docs/data-frontmatter/#alternative-front-matter-formats
 */
import { type FrontMap, type FrontValue, type SiteRules, sourcePath } from '../generators/rules.ts'
import { lineAt, lineEnd } from '../offset.ts'
import { parseToml } from './toml.ts'
import { type FrontData, frontWarning, merged } from './value.ts'
import { parseYaml, readFlow } from './yaml.ts'

/** UTF-16 units of frontmatter; a longer one is skipped. */
const MAX_LENGTH = 262_144

/** A map's brace and first key: in MDX `{"text"}` alone is an expression. */
const JSON_START = /^\{\s*"[^"\n]*"\s*:/
/** What frontmatter has, unless it is text between two thematic breaks: mkdocs (`utils/meta.py`). */
const MAP_MARK = /[:={}]|^(?:[ \t]*(?:#.*)?\n)*$/
/** The first key of frontmatter: without one, an unclosed `---` is a thematic break. */
const FIRST_KEY = /^[A-Za-z_][\w-]*\s*[:=]/

/** The frontmatter of a file, and its body. */
export interface Frontmatter extends FrontData {
  readonly body: string
  /** Number of the body's first line in the file, from 1. */
  readonly bodyLine: number
}

const NOTHING: FrontData = { data: new Map(), warnings: [] }

/** A statement of JavaScript, and the values that are read: texts, numbers, lists, objects, `true` and `false`. */
const STATEMENT = /^[ \t]*(?:export[ \t]+)?(?:const|let|var)[ \t]+([\w$]{1,100})[ \t]*=[ \t]*(\S.*)$/gm
const VALUE = /^(?:["'[{\d-]|(?:true|false)$)/

function parseScript(source: string, line: number): FrontData {
  const statements = [...source.matchAll(STATEMENT)].flatMap(([, name = '', written = '']) => {
    const value = written.trimEnd().replace(/,?;?$/, '').trimEnd()
    return VALUE.test(value) ? [`${name}: ${value}`] : []
  })
  const { data } = parseYaml(statements.length > 0 ? statements.join('\n') : source.replace(/;\s*$/, ''), line)
  return { data, warnings: [] }
}

const PARSERS: Readonly<Record<string, (source: string, line: number) => FrontData>> = {
  yaml: parseYaml, yml: parseYaml, json: parseYaml, toml: parseToml,
  js: parseScript, javascript: parseScript, node: parseScript,
}

/** Splits a file. Never fails: parts that can't be read are named in `warnings`, and the page is kept. */
export function readFrontmatter(source: string): Frontmatter {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const start = text.lastIndexOf('\n', text.search(/[^ \t\n]|$/) - 1) + 1
  const fence = text.slice(start, start + 3)
  if (fence === '---' || fence === '+++') return readFenced(text, start, fence)
  if (text[start] === '{' && JSON_START.test(text.slice(start, start + MAX_LENGTH))) return readJson(text, start)
  return split(text, 0)
}

/** The fields of a page with those that the site gives it. */
export function withDefaults(data: FrontMap, path: string, rules: Pick<SiteRules, 'defaults' | 'mounts' | 'within'>) {
  const source = sourcePath(path, rules)
  const fields = rules.defaults.flatMap((one) => (one.fits(source) ? one.fields : []))
  const all = fields.reduceRight<FrontValue>((own, under) => merged(under, own) ?? own, data)
  return all instanceof Map ? all : data
}

function readFenced(text: string, start: number, fence: '---' | '+++'): Frontmatter {
  const from = lineEnd(text, start) + 1
  const language = text.slice(start + fence.length, from).trim()
  const parser = Object.hasOwn(PARSERS, language) ? PARSERS[language] : undefined
  if (language !== '' && (parser === undefined || fence !== '---')) return split(text, 0)
  const end = findFence(text, from, fence)
  const firstLine = lineAt(text, from)
  if (end === -1) {
    const isMissing = FIRST_KEY.test(text.slice(from, from + 100))
    return split(text, 0, isMissing ? problemAt(firstLine - 1, `the closing "${fence}" is missing`) : NOTHING)
  }
  const content = text.slice(from, end)
  const isTooLong = content.length > MAX_LENGTH
  if (language === '' && !isTooLong && !MAP_MARK.test(content)) return split(text, 0)
  const parse = parser ?? (fence === '---' ? parseYaml : parseToml)
  const problem = `longer than ${MAX_LENGTH} characters, not read`
  return split(text, lineEnd(text, end) + 1, isTooLong ? problemAt(firstLine, problem) : parse(content, firstLine))
}

function readJson(text: string, start: number): Frontmatter {
  const json = readFlow(text.slice(0, start + MAX_LENGTH), start)
  if (json !== null) {
    return split(text, json.end, json.value instanceof Map ? { ...NOTHING, data: json.value } : NOTHING)
  }
  const close = text.indexOf('\n}\n', start)
  return split(text, close === -1 ? start : close + 2, problemAt(lineAt(text, start), "the JSON can't be read"))
}

function problemAt(line: number, what: string): FrontData {
  return { ...NOTHING, warnings: [frontWarning(line, what)] }
}

function split(text: string, at: number, front = NOTHING): Frontmatter {
  return { ...front, body: text.slice(at), bodyLine: lineAt(text, at) }
}

/** Offset of the next line that is the fence alone, -1 without one; `...` ends a document of YAML, too. */
function findFence(text: string, from: number, fence: '---' | '+++'): number {
  const line = fence === '---' ? /^(?:-{3}|\.{3})[ \t]*$/gm : /^\+{3}[ \t]*$/gm
  line.lastIndex = from
  return line.exec(text)?.index ?? -1
}
