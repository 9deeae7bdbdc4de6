/**
 * Code inside a sentence -> the kind and weight of a fact, by its form alone. A
 * literal weighs more if readers look it up or copy it more often: flags and
 * variables most, then settings, values and file names. Single common words in
 * backticks count only if their position raises them.
 */
import type { FactKind } from '../../graph/graph.ts'

/** Kind and weight of a literal. */
export interface Form {
  readonly kind: FactKind
  /** As in `Candidate`. */
  readonly weight: number
}

/** UTF-16 units of a literal; nobody looks up a longer one. */
export const MAX_LITERAL_LENGTH = 200

const PROGRAMS = `
  sudo npm npx pnpm pnpx yarn bun bunx deno node git gh docker docker-compose kubectl helm curl wget pip pip3 pipx
  uv python python3 ruby gem bundle cargo rustup go make cmake brew apt apt-get dnf yum apk choco winget scoop cd
  mkdir cp mv rm touch chmod export source ssh scp tar systemctl terraform aws gcloud az vercel netlify wrangler
  flyctl heroku psql mysql sqlite3 php composer java mvn gradle dotnet swift mix
`.trim().split(/\s+/)
/** Openings of command lines. */
export const COMMAND = new RegExp(`^(?:\\$ )?(?:${PROGRAMS.join('|')})\\s+\\S`)

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

/** The form of code; null for single words, and for code that is too long to look up. */
export function formOf(code: string): Form | null {
  if (code.length > MAX_LITERAL_LENGTH || !/[\p{L}\p{N}]/u.test(code)) return null
  const [, kind, weight] = FORMS.find(([pattern]) => pattern.test(code)) ?? []
  return kind === undefined || weight === undefined ? null : { kind, weight }
}
