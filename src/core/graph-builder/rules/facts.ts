/**
 * A section -> its facts: the exact strings that a reader would look up or copy, found by rules alone. A literal is
 * always a range of the section's text.
 *
 * Every candidate has a weight by its form (`FORMS` for code in sentences, blocks by their language, patterns for
 * prose). Its position adds to it: the start of a list item or table row 18, the heading 25. A value that the text
 * calls the default, or the header of its column, has 90. Candidates below 30 are noise (any word in backticks). Of the
 * others the 24 heaviest become facts, in order of weight, then of the text.
 */
import type { Chunk } from '../../content/chunk.ts'
import { type CodeSpan, tableRows } from '../../content/structure/encoding.ts'
import type { Fact, FactKind } from '../../graph/graph.ts'
import { outsideOfCode } from '../prose/sentence.ts'

/** Facts of one section. */
export const MAX_FACTS = 24
/** Candidates of one section. */
const MAX_CANDIDATES = 4_000
const DEFAULT_WEIGHT = 90
/** A single word in backticks: noise unless its position raises it. */
const WORD_KEY: Form = { kind: 'key', weight: 14 }
const WORD_VALUE: Form = { kind: 'value', weight: 14 }
/** UTF-16 units before code that may call it a default. */
const MAX_LEAD = 100

const UNITS = /(?:ms|(?:millisecond|second|minute|hour|day|byte)s?|[KMGT]i?B|[kmg]b|px|rem|fps|dpi)/.source
/** `30 seconds`, `5 MB` */
const QUANTITY = new RegExp(`(?<![\\w.,])\\d[\\d,.]{0,15}[ \\u00a0-]?${UNITS}\\b`, 'g')
const LIMIT_WORDS = /(?:at most|at least|up to|(?:max|min)imum of|no more than|limit(?:ed to| of))/.source
/** `at most 24 facts` */
const LIMIT = new RegExp(`\\b${LIMIT_WORDS} (\\d[\\d,.]{0,15}(?:[ -]?[A-Za-z%]{1,12})?)(?![\\w%])`, 'gi')
/** `v1.2`, `1.2.3-beta.1` */
const VERSION =
  /(?<![\w.])v\d{1,4}(?:\.\d{1,6}){1,3}(?:-[\w.]{1,30})?\b|(?<![\w.@])\d{1,4}\.\d{1,6}\.\d{1,6}(?:-[\w.]{1,30})?\b/g
/** `Default: 5 minutes` */
const DEFAULT = /\bDefault(?: value)?: ([^\s`,;()\ufffc][^\n`,;()\ufffc]{0,40}?)(?=\.?(?:\n|$)|\.\s|[,;(])/g

/** What to look for in a text, with its kind and weight; the literal is group 1, else the whole match. */
type Patterns = readonly (readonly [pattern: RegExp, kind: FactKind, weight: number])[]

/** For text outside of code. */
const PROSE: Patterns = [
  [DEFAULT, 'default', DEFAULT_WEIGHT],
  [/\b[A-Z][A-Z0-9]{1,30}_[A-Z0-9_]{1,60}\b/g, 'key', 70],
  [/(?:^|[\s(])(--[a-z][\w-]{1,60})(?![\w-])/g, 'flag', 64],
  [/\bport (\d{2,5})\b/gi, 'value', 60],
  [LIMIT, 'value', 58],
  [QUANTITY, 'value', 54],
  [/(?<![\w.,])\d[\d.,]{0,15}\s?%(?!\w)/g, 'value', 46],
  [VERSION, 'value', 42],
  [/\b[\w@/-]{1,60}@\d{1,4}\.\d{1,6}\.\d{1,6}(?:-[\w.]{1,30})?\b/g, 'value', 48],
  [/\bhttps?:\/\/[^\s<>()"'`\ufffc]{1,180}[\w/]/g, 'value', 44],
]

/** UTF-16 units of a default in a table; more is an explanation. */
const MAX_DEFAULT_LENGTH = 60
/** A dash, or "none", which is not a default. */
const NO_DEFAULT = /^(?:[^\p{L}\p{N}'"/[{]*|none|n\/a|required)$/iu

/** The candidates in a text that starts at `offset` of the section. */
function findAll(text: string, patterns: Patterns, offset = 0): Candidate[] {
  return patterns.flatMap(([pattern, kind, weight]) => {
    const candidates: Candidate[] = []
    for (const match of text.matchAll(pattern)) {
      const literal = match[1] ?? match[0]
      const start = offset + match.index + match[0].indexOf(literal)
      if (candidates.push({ kind, weight, start, end: start + literal.length }) === MAX_CANDIDATES) break
    }
    return candidates
  })
}

/** The text with every character of code replaced, so that offsets stay the same. */
function withoutCode(chunk: Chunk): string {
  const parts: string[] = []
  let length = 0
  for (const { start, end } of outsideOfCode(chunk)) {
    parts.push('\ufffc'.repeat(start - length), chunk.text.slice(start, end))
    length = end
  }
  return parts.join('')
}

/** The heaviest literals. The heaviest candidate of a literal decides its kind. */
function bestOf(candidates: readonly Candidate[], { id, text }: Chunk): Fact[] {
  const facts = new Map<string, Fact>()
  const heavy = candidates.filter(({ weight }) => weight >= MIN_WEIGHT)
  for (const { kind, start, end } of heavy.sort((a, b) => b.weight - a.weight || a.start - b.start)) {
    const literal = text.slice(start, end).trim()
    if (literal === '' || literal.length > MAX_LITERAL_LENGTH || facts.has(literal)) continue
    facts.set(literal, { kind, literal, chunkId: id })
    if (facts.size === MAX_FACTS) break
  }
  return [...facts.values()]
}

/** The defaults in tables, from rows whose cells all have text: others don't show what is below which header. */
function tableDefaults({ text, structure }: Chunk): Candidate[] {
  let header: readonly string[] = []
  return tableRows(structure).flatMap(({ isHeader, cells }): Candidate[] => {
    const texts = cells.map(({ start, end }) => text.slice(start, end).trim())
    if (isHeader) header = texts
    const column = header.findIndex((name) => /^default(?:s| value)?$/i.test(name))
    const [cell, shown = ''] = [cells[column], texts[column]]
    if (isHeader || cell === undefined || cells.length !== header.length) return []
    const isDefault = shown.length <= MAX_DEFAULT_LENGTH && !NO_DEFAULT.test(shown)
    return isDefault ? [{ kind: 'default', weight: DEFAULT_WEIGHT, ...cell }] : []
  })
}

/** The facts of a section, heaviest first, without duplicates. */
export function findFacts(chunk: Chunk): Fact[] {
  const ofCode = chunk.code.slice(0, MAX_CANDIDATES).flatMap((span) => codeFacts(chunk, span))
  const candidates = [...ofCode, ...findAll(withoutCode(chunk), PROSE), ...tableDefaults(chunk)]
  return bestOf(candidates.slice(0, MAX_CANDIDATES), chunk)
}

function codeFacts({ text, heading }: Chunk, { start, end, isBlock, lang }: CodeSpan): Candidate[] {
  if (isBlock) return blockFacts(text.slice(start, end), start, lang)
  const code = text.slice(start, end)
  if (code.trim() === '' || code.length > MAX_LITERAL_LENGTH) return []
  const lead = text.slice(Math.max(0, start - MAX_LEAD), start)
  if (isCalledDefault(lead, text.slice(end, end + 12))) return [{ kind: 'default', weight: DEFAULT_WEIGHT, start, end }]
  const isLineStart = start === 0 || lead.endsWith('\n')
  const isInHeading = (heading ?? '').includes(code)
  const isKey = isInHeading || (text[end] === '\t' && isLineStart)
  const form = formOf(code) ?? (/^[\w$@][\w$-]*$/.test(code) ? (isKey ? WORD_KEY : WORD_VALUE) : null)
  if (form === null) return []
  return [{ ...form, start, end, weight: form.weight + (isLineStart ? 18 : 0) + (isInHeading ? 25 : 0) }]
}

/** "Default: `x`", "defaults to `x`", "the default port is `x`", "`x` (default)". */
function isCalledDefault(before: string, after: string): boolean {
  return (
    /\bdefaults?(?:\s+values?)?\s*(?::|is|to|=)\s*$/i.test(before) ||
    /\bdefault\b[^.:;\n]{1,80}\sis\s(?:set to\s)?$/i.test(before) ||
    /^\s?\(default\b/i.test(after)
  )
}

/** Candidates lighter than this are left out. */
const MIN_WEIGHT = 30

/** UTF-16 units of a literal; nobody looks up a longer one. */
const MAX_LITERAL_LENGTH = 200

const PROGRAMS = `
  sudo npm npx pnpm pnpx yarn bun bunx deno node git gh docker docker-compose kubectl helm curl wget pip pip3 pipx
  uv python python3 ruby gem bundle cargo rustup go make cmake brew apt apt-get dnf yum apk choco winget scoop cd
  mkdir cp mv rm touch chmod export source ssh scp tar systemctl terraform aws gcloud az vercel netlify wrangler
  flyctl heroku psql mysql sqlite3 php composer java mvn gradle dotnet swift mix
`.trim().split(/\s+/)
const PROGRAM = `(?:${PROGRAMS.join('|')})[ \\t]+\\S`
/** A command line. */
const COMMAND = new RegExp(`^(?:\\$ |${PROGRAM})`, 'm')

const EXTENSIONS = `
  mjs cjs js jsx ts tsx mts cts json jsonc json5 md mdx astro vue svelte html htm css scss sass less yml yaml toml
  xml txt png jpg jpeg gif svg webp avif ico pdf sh py rb rs java php sql env lock csv wasm conf ini log zip
`.trim().split(/\s+/)
const FILE = new RegExp(`^[\\w@.~/[\\]*-]*\\.(?:${EXTENSIONS.join('|')})$`, 'i')
/** Types and constants of many languages. */
const COMMON_WORDS = `
  string number boolean object function any unknown void null undefined array int integer float true false
`.trim().split(/\s+/)
const COMMON = new RegExp(`^(?:${COMMON_WORDS.join('|')})\\b[\\w|[\\]\\s]*$`, 'i')

/** The first pattern that matches decides. No repetition is nested in another that could match the same text. */
const FORMS: Patterns = [
  [/^-{1,2}[A-Za-z][^\n]*$/, 'flag', 75],
  [/^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/, 'key', 78],
  [COMMON, 'value', 12],
  [/^[v^~<>=]*\d+(?:\.[\dx]+){1,3}(?:[-+][\w.]+)?$/, 'value', 55],
  [/^[+-]?\d[\d_,.]*\s?[A-Za-z%]{0,12}$/, 'value', 50],
  [/^(?:'[^']*'|"[^"]*")(?:\s*\|\s*(?:'[^']*'|"[^"]*"|[\w[\]]+))+$/, 'value', 70],
  [/^(?:'[^']*'|"[^"]*"|`[^`]*`)$/, 'value', 45],
  [COMMAND, 'code', 75],
  [/^https?:\/\/\S+$/, 'value', 50],
  [/^X-[A-Za-z-]+$|^[A-Z][a-z]+(?:-[A-Z][A-Za-z]*)+$/, 'key', 65],
  [FILE, 'value', 38],
  [/^\.{0,2}\/[^\s()]*$/, 'value', 34],
  [/^<\/?[a-z][a-z0-9-]*\s?\/?>$/, 'code', 12],
  [/^<\/?[A-Za-z][^\n]*>$/, 'code', 42],
  [/^@[\w-]+\/[\w./-]+$/, 'value', 44],
  [/^[A-Za-z_$][\w$]*(?:(?:\.|\?\.)[\w$*]+|\[[^\]\n]*\])+$/, 'key', 50],
  [/^(?:await |new )?[A-Za-z_$][\w$.]*\([^\n]*\)$/, 'code', 46],
  [/^[a-z][\w-]*:[\w:./-]+$/, 'key', 46],
  [/^data-[\w-]+$|^aria-[\w-]+$/, 'key', 48],
  [/^[a-z]+[A-Z0-9][A-Za-z0-9]*$|^[a-z0-9]+_[a-z0-9_]+$/, 'key', 44],
  [/[ =(){};]/, 'code', 36],
]

/** Lines of a block that is copied whole. */
const MAX_SNIPPET_LINES = 2

const SHELL = /^(?:sh|bash|zsh|fish|shell|shellscript|shellsession|console|terminal|cmd|bat|powershell|ps1?|pwsh)$/i
const DATA = /^(?:json[c5]?|ya?ml|toml|ini|properties|conf|env|dotenv|\.env)$/i
/** Code that opens a configuration, whatever its language: other code has keys too, but readers don't look them up. */
const CONFIG = /\bdefineConfig\(|\bmodule\.exports\s?=\s?\{|\bexport default \{/
const OUTPUT = /^(?:text|txt|plain|plaintext|log|output|diff|tree)$/i
const SHELL_COMMENT = /^[ \t]*(?:#|\/\/).*$/gm

/** For lines of commands; a line that is indented, with no mark of a prompt, is part of a listing. */
const SHELL_LINES: Patterns = [
  [/^[ \t]{0,8}(?:[$>%]|PS>) ((?:[A-Z_]{1,40}=\S{1,80} )?[a-z.@/~].*)$/gm, 'code', 72],
  [new RegExp(`^[ \\t]{0,8}(${PROGRAM}.*)$`, 'gm'), 'code', 72],
  [/^([a-z.].*)$/gm, 'code', 58],
  [/(?<![^\s[(,|])(--[A-Za-z][\w-]{0,60})(?![\w-])/g, 'flag', 66],
  [/(?<![^\s[(,|])(-[A-Za-z][\w-]{0,60})(?![\w-])/g, 'flag', 50],
]
/** For lines of source code: variables, and imports of packages, not of files of the example itself. */
const SOURCE_LINES: Patterns = [
  [/^(?:export )?([A-Z][A-Z0-9]{0,40}_[A-Z0-9_]{1,80})\s?=/gm, 'key', 74],
  [/^[ \t]{0,8}(import[ \t][^\n]{0,160}['"][^.'"\n][^'"\n]{0,80}['"];?)[ \t]*$/gm, 'code', 40],
]
/** `port: 4321`, `"port": 4321`, `port = 4321` */
const KEY = /["']?([A-Za-z_$][\w$.-]{0,60})["']?[ \t]{0,8}(?::(?!:)|=(?![=>]))[ \t]{0,8}\S/.source
/** For lines of configurations; the deeper a key is nested, the less it is looked up. */
const CONFIG_LINES: Patterns = [
  ...SOURCE_LINES,
  [new RegExp(`^[ \\t]{0,3}${KEY}`, 'gm'), 'key', 44],
  [new RegExp(`^[ \\t]{4,8}${KEY}`, 'gm'), 'key', 34],
]

/** The form of code; null for single words, and for code that is too long to look up. */
function formOf(code: string): Form | null {
  if (code.length > MAX_LITERAL_LENGTH || !/[\p{L}\p{N}]/u.test(code)) return null
  const [, kind, weight] = FORMS.find(([pattern]) => pattern.test(code)) ?? []
  return kind === undefined || weight === undefined ? null : { kind, weight }
}

/** The candidates of a code block; `offset` is that of the block in the section's text. */
function blockFacts(text: string, offset: number, lang: string | null): Candidate[] {
  if (lang === null ? COMMAND.test(text) : SHELL.test(lang)) {
    return findAll(text.replace(SHELL_COMMENT, (line) => ' '.repeat(line.length)), SHELL_LINES, offset)
  }
  const isConfig = DATA.test(lang ?? '') || CONFIG.test(text.slice(0, 2_000))
  const candidates = findAll(text, isConfig ? CONFIG_LINES : SOURCE_LINES, offset)
  const isShort = text.length <= MAX_LITERAL_LENGTH && text.split(/\n+/).length <= MAX_SNIPPET_LINES
  if (lang === null || OUTPUT.test(lang) || !isShort) return candidates
  return [{ kind: 'code', weight: 52, start: offset, end: offset + text.length }, ...candidates]
}

interface Candidate {
  readonly kind: FactKind
  /** Half-open UTF-16 offsets of the literal into the section's text. */
  readonly start: number
  readonly end: number
  /** Value for a reader, 0 to 100; below `MIN_WEIGHT` it is noise unless its position increases it. */
  readonly weight: number
}

type Form = Pick<Candidate, 'kind' | 'weight'>
