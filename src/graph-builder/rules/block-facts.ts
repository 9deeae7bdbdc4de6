/**
 * A code block -> candidates: its commands with their flags, the settings it
 * writes, the modules it imports, and the block itself if it is short enough
 * to be copied whole.
 */
import { type Candidate, candidateOf } from './candidate.ts'
import { COMMAND, MAX_LITERAL_LENGTH } from './inline-fact.ts'

/** A code block of a section. */
export interface CodeBlock {
  readonly text: string
  /** Offset of the block in the section's text. */
  readonly offset: number
  readonly lang: string | null
}

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
