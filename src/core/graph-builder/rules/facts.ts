/**
 * A section -> its facts: the exact strings that a reader would look up or copy, found by rules alone. A literal is
 * always a range of the section's text.
 *
 * Every candidate has a weight by its form (`FORMS` for code in sentences, blocks by their language, patterns for
 * prose). Its position adds to it: the start of a list item or table row 18, the heading 25. A value that the text
 * calls the default, or the header of its column, has 90. Candidates below 30 are noise (any word in backticks). Of the others the 24 heaviest become
 * facts, in order of weight, then of the text.
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

/** Patterns for text outside of code; the literal is group 1, else the whole match. */
const PROSE: readonly (readonly [RegExp, FactKind, number])[] = [
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

function proseFacts(prose: string): Candidate[] {
  return PROSE.flatMap(([pattern, kind, weight]) => {
    const candidates: Candidate[] = []
    for (const match of prose.matchAll(pattern)) {
      if (candidates.push(candidateOf(kind, weight, { match, offset: 0 })) === MAX_CANDIDATES) break
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

/** The defaults in tables, from rows whose cells all have text: the others don't show which cell is below which header. */
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
  const candidates = [...ofCode, ...proseFacts(withoutCode(chunk)), ...tableDefaults(chunk)]
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
/** Openings of command lines. */
const COMMAND = new RegExp(`^(?:\\$ )?(?:${PROGRAMS.join('|')})\\s+\\S`)

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
const FORMS: readonly (readonly [RegExp, FactKind, number])[] = [
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

/** Lines of one block that are read. */
const MAX_LINES = 200
/** UTF-16 units of a line; longer ones are data, which nobody looks up. */
const MAX_LINE_LENGTH = 2_000
/** Lines of a block that is copied whole. */
const MAX_SNIPPET_LINES = 2

const SHELL = /^(?:sh|bash|zsh|fish|shell|shellscript|shellsession|console|terminal|cmd|bat|powershell|ps1?|pwsh)$/i
const DATA = /^(?:json[c5]?|ya?ml|toml|ini|properties|conf|env|dotenv|\.env)$/i
/** Code that opens a configuration, whatever its language: other code has keys too, but readers don't look them up. */
const CONFIG = /\bdefineConfig\(|\bmodule\.exports\s?=\s?\{|\bexport default \{/
/** `port: 4321`, `"port": 4321`, `port = 4321` */
const KEY = /^(\s{0,40})["']?([A-Za-z_$][\w$.-]{0,60})["']?\s{0,8}(?::(?!:)|=(?![=>]))\s{0,8}\S/
const OUTPUT = /^(?:text|txt|plain|plaintext|log|output|diff|tree)$/i

/** The form of code; null for single words, and for code that is too long to look up. */
function formOf(code: string): Form | null {
  if (code.length > MAX_LITERAL_LENGTH || !/[\p{L}\p{N}]/u.test(code)) return null
  const [, kind, weight] = FORMS.find(([pattern]) => pattern.test(code)) ?? []
  return kind === undefined || weight === undefined ? null : { kind, weight }
}

/** The candidates of a code block in the order of the text; `offset` is that of the block in the section's text. */
function blockFacts(text: string, offset: number, lang: string | null): Candidate[] {
  const lines = linesOf(text)
  const looksLikeShell = () => lines.some(({ text }) => COMMAND.test(text) || text.startsWith('$ '))
  if (lang === null ? looksLikeShell() : SHELL.test(lang)) return lines.flatMap((line) => shellFacts(line, offset))
  const isConfig = DATA.test(lang ?? '') || CONFIG.test(text.slice(0, 2_000))
  const candidates = lines.flatMap((line) => sourceFacts(line, offset, isConfig))
  const isShort = lines.length <= MAX_SNIPPET_LINES && text.length <= MAX_LITERAL_LENGTH
  if (lang === null || OUTPUT.test(lang) || !isShort) return candidates
  return [{ kind: 'code', weight: 52, start: offset, end: offset + text.length }, ...candidates]
}

interface Line {
  readonly text: string
  readonly at: number
}

function linesOf(text: string): Line[] {
  let next = 0
  const lines = text.split('\n').map((line) => {
    const at = next
    next += line.length + 1
    return { text: line, at }
  })
  return lines.filter(({ text: { length } }) => length > 0 && length <= MAX_LINE_LENGTH).slice(0, MAX_LINES)
}

/** ` $ npm run build -- --watch` is a command with one flag; ` --root <path>  The folder` a flag alone. */
function shellFacts({ text, at }: Line, offset: number): Candidate[] {
  if (/^\s*(?:#|\/\/)/.test(text)) return []
  const lineOffset = offset + at
  const candidates: Candidate[] = []
  const match = /^\s{0,8}(?:[$>%] |PS> )?((?:[A-Z_]{1,40}=\S{1,80} )?[a-z.@/~].*)$/.exec(text)
  const [, command = ''] = match ?? []
  if (match !== null && command.length <= MAX_LITERAL_LENGTH) {
    const isCommand = /^\s*[$>%] /.test(text) || COMMAND.test(command)
    // Another line that is indented is part of a listing.
    if (isCommand || /^[a-z.]/.test(text)) {
      candidates.push(candidateOf('code', isCommand ? 72 : 58, { match, offset: lineOffset }))
    }
  }
  for (const match of text.matchAll(/(?:^|[\s[(,|])(--?[A-Za-z][\w-]{0,60})(?![\w-])/g)) {
    candidates.push(candidateOf('flag', match[1]?.startsWith('--') ? 66 : 50, { match, offset: lineOffset }))
  }
  return candidates
}

/** `port: 4321,` in a configuration sets a key; the deeper it is nested, the less it is looked up. */
function sourceFacts({ text, at }: Line, offset: number, isConfig: boolean): Candidate[] {
  const lineOffset = offset + at
  const variable = /^(?:export )?([A-Z][A-Z0-9]{0,40}_[A-Z0-9_]{1,80})\s?=/.exec(text)
  if (variable !== null) return [candidateOf('key', 74, { match: variable, offset: lineOffset })]
  // Imports of packages, not of files of the example itself.
  const module = /^\s{0,8}(import\s[^\n]{0,160}['"][^.'"\n][^'"\n]{0,80}['"];?)\s*$/.exec(text)
  if (module !== null) return [candidateOf('code', 40, { match: module, offset: lineOffset })]
  const [, indent = '', key] = (isConfig ? KEY.exec(text) : null) ?? []
  if (key === undefined) return []
  const start = lineOffset + text.indexOf(key)
  return [{ kind: 'key', weight: 46 - Math.min(20, 2 * indent.length), start, end: start + key.length }]
}

interface Candidate {
  readonly kind: FactKind
  /** Half-open UTF-16 offsets of the literal into the section's text. */
  readonly start: number
  readonly end: number
  /** Value for a reader, 0 to 100; below `MIN_WEIGHT` it is noise unless its position increases it. */
  readonly weight: number
}

/** The candidate for a match in a text that starts at `offset` of the section: its group 1, or the whole match. */
function candidateOf(
  kind: FactKind,
  weight: number,
  { match, offset }: { readonly match: RegExpExecArray; readonly offset: number },
): Candidate {
  const literal = match[1] ?? match[0]
  const start = offset + match.index + match[0].indexOf(literal)
  return { kind, weight, start, end: start + literal.length }
}

type Form = Pick<Candidate, 'kind' | 'weight'>
