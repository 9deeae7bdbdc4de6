/**
 * Code of a section -> candidates for facts. Code inside a sentence gets kind and weight by its form alone: flags and
 * variables weigh most, because readers look them up or copy them most often, then settings, values and file names;
 * single common words count only if their position raises them. A code block gives its commands with their flags, the
 * settings it writes, the modules it imports, and itself if it is short enough to be copied whole.
 */
import type { FactKind } from '../../graph/graph.ts'

/** Candidates lighter than this are left out. */
export const MIN_WEIGHT = 30

/** UTF-16 units of a literal; nobody looks up a longer one. */
export const MAX_LITERAL_LENGTH = 200

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
/** Lines of a block that is copied whole. */
const MAX_SNIPPET_LINES = 2

const SHELL = /^(?:sh|bash|zsh|fish|shell|shellscript|shellsession|console|terminal|cmd|bat|powershell|ps1?|pwsh)$/i
const DATA = /^(?:json[c5]?|ya?ml|toml|ini|properties|conf|env|dotenv|\.env)$/i
/** Languages of configuration: other code has keys too, but readers don't look them up. */
const CONFIG = /\bdefineConfig\(|\bmodule\.exports\s?=\s?\{|\bexport default \{/
/** `port: 4321`, `"port": 4321`, `port = 4321` */
const KEY = /^(\s{0,40})["']?([A-Za-z_$][\w$.-]{0,60})["']?\s{0,8}(?::(?!:)|=(?![=>]))\s{0,8}\S/
const OUTPUT = /^(?:text|txt|plain|plaintext|log|output|diff|tree)$/i

/** The form of code; null for single words, and for code that is too long to look up. */
export function formOf(code: string): Form | null {
  if (code.length > MAX_LITERAL_LENGTH || !/[\p{L}\p{N}]/u.test(code)) return null
  const [, kind, weight] = FORMS.find(([pattern]) => pattern.test(code)) ?? []
  return kind === undefined || weight === undefined ? null : { kind, weight }
}

/** A code block of a section. */
export interface CodeBlock {
  readonly text: string
  /** Offset of the block in the section's text. */
  readonly offset: number
  readonly lang: string | null
}

/** The candidates in the order of the text. */
export function blockFacts({ text, offset, lang }: CodeBlock): Candidate[] {
  const lines = linesOf(text)
  if (isShell(lines, lang)) return lines.flatMap((line) => shellFacts(line, offset))
  const isConfig = DATA.test(lang ?? '') || CONFIG.test(text.slice(0, 2_000))
  const candidates = lines.flatMap((line) => sourceFacts(line, { offset, isConfig }))
  const isShort = lines.length <= MAX_SNIPPET_LINES && text.length <= MAX_LITERAL_LENGTH
  if (lang === null || OUTPUT.test(lang) || !isShort) return candidates
  return [{ kind: 'code', weight: 52, start: offset, end: offset + text.length }, ...candidates]
}

function isShell(lines: readonly Line[], lang: string | null): boolean {
  return lang === null ? lines.some(({ text }) => COMMAND.test(text) || text.startsWith('$ ')) : SHELL.test(lang)
}

interface Line {
  readonly text: string
  readonly at: number
}

function linesOf(text: string): Line[] {
  const lines: Line[] = []
  for (let at = 0; at < text.length && lines.length < MAX_LINES; ) {
    const lineBreak = text.indexOf('\n', at)
    const end = lineBreak === -1 ? text.length : lineBreak
    // Lines longer than this are data: nobody looks them up.
    if (end > at && end - at <= 2_000) lines.push({ text: text.slice(at, end), at })
    at = end + 1
  }
  return lines
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
function sourceFacts({ text, at }: Line, { offset, isConfig }: { offset: number; isConfig: boolean }): Candidate[] {
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

/** A literal in a section's text. */
export interface Candidate {
  readonly kind: FactKind
  /** Half-open UTF-16 offsets of the literal into the section's text. */
  readonly start: number
  readonly end: number
  /** Value for a reader, 0 to 100; below `MIN_WEIGHT` it is noise unless its position increases it. */
  readonly weight: number
}

/** One match of a pattern in a text that starts at `offset` of the section. */
export interface PatternMatch {
  readonly match: RegExpExecArray
  readonly offset: number
}

/** The candidate for a match: its group 1, or the whole match. */
export function candidateOf(kind: FactKind, weight: number, { match, offset }: PatternMatch): Candidate {
  const literal = match[1] ?? match[0]
  const start = offset + match.index + match[0].indexOf(literal)
  return { kind, weight, start, end: start + literal.length }
}

/** Kind and weight of a literal. */
export interface Form {
  readonly kind: FactKind
  /** As in `Candidate`. */
  readonly weight: number
}
