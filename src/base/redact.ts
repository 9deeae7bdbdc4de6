/**
 * Text -> the same text without secrets: those that are configured, in every
 * form they take on the way (plain, percent-encoded, in JSON, in base64), and
 * whatever has the shape of somebody's key. Everything that is logged, traced or
 * told as an error goes through here. The work is linear in the text: each shape
 * begins at a fixed word or at the border of a run, so no run is read again from
 * each of its characters.
 */

/** What stands in place of a secret. */
export const MARK = '[redacted]'

/** A text without its secrets. */
export type Redact = (text: string) => string

/** UTF-16 units. What is shorter (`ollama`, `none`) guards nothing, and stands in ordinary text. */
const MIN_SECRET_LENGTH = 8
/** Headers that name a site, a program or a version; all others may hold a key. */
const PUBLIC_HEADER = /^(?:(?:http-)?referer|x-title|user-agent|accept|content-type|.*-version|.*-beta)$/i
/** Bits of one character of base64. */
const SEXTET = 6

/** No letter or digit before it, unless it ends an escape in JSON: `\nsk-…`. */
const START = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[bfnrt]))`

const SCHEME = '(?:bearer|basic)'
/** Holds a digit or is long: `Bearer authentication` are words. */
const TOKEN = String.raw`(?:(?=[a-z._~+/=-]{0,23}\d)[\w.~+/=-]{8,}|[\w.~+/=-]{24,})`
const HEADER = '(?:x-api-key|x-goog-api-key|api-key|authorization|cookie)'
const PARAMETER = '(?:api[-_]?key|key|access[-_]token|token|secret|password|sig|signature)'

/** Keys that can be told by how they begin. */
const PREFIXED = [
  'c?sk-[A-Za-z0-9_-]{8,}', // OpenAI, Anthropic (sk-ant-), OpenRouter (sk-or-), DeepSeek, Cerebras
  '(?:gsk|hf|r8|npm|ph[a-z]|gh[opsur])_[A-Za-z0-9]{8,}', // Groq, Hugging Face, Replicate, npm, PostHog, GitHub
  'github_pat_[A-Za-z0-9_]{8,}',
  '[rs]k_(?:live|test)_[A-Za-z0-9]{8,}', // Stripe
  '(?:xai|pplx|nvapi|glpat|xox[a-z])-[A-Za-z0-9_-]{8,}', // xAI, Perplexity, NVIDIA, GitLab, Slack
  'AIza[A-Za-z0-9_-]{20,}', // Google
  '(?:AKIA|ASIA)[A-Z0-9]{12,}', // Amazon
]

/** What is secret by its shape, and what it becomes. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`${START}(?:${PREFIXED.join('|')})`, 'g'), MARK],
  // Header, payload and signature of a JSON Web Token.
  [/(?:(?<![\w-])|(?<=\\[bfnrt]))eyJ[\w-]{6,}\.[\w.-]{6,}/g, MARK],
  [new RegExp(`${START}(${SCHEME}(?:\\s{1,8}|%20))${TOKEN}`, 'gi'), `$1${MARK}`],
  [new RegExp(`(${HEADER}["']?[:=][\\t ]{0,8}["']?)(?!${SCHEME} )[^\\s"',;]{8,}`, 'gi'), `$1${MARK}`],
  // `https://user:password@host`, `?key=…`
  [/:\/\/[^\s/?#"'<>]{1,512}@/g, `://${MARK}@`],
  [new RegExp(`([?&]${PARAMETER}=)[^\\s&#"'<>]+`, 'gi'), `$1${MARK}`],
  [/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,40}-----)?/g, MARK],
]

/** Replaces each secret by `MARK`. A configured one of less than 8 characters is taken for a placeholder, and stays. */
export function createRedactor(secrets: readonly string[]): Redact {
  const long = secrets.map((secret) => secret.trim()).filter(({ length }) => length >= MIN_SECRET_LENGTH)
  // The longest first: one may be part of another.
  const forms = [...new Set(long.flatMap(formsOf))].sort((a, b) => b.length - a.length)
  return function redact(text) {
    let clean = text
    for (const form of forms) clean = clean.replaceAll(form, MARK)
    for (const [shape, mark] of SHAPES) clean = clean.replace(shape, mark)
    return clean
  }
}

/** What is secret in headers given by name: their values, and the words in them, but for what says who asks. */
export function headerSecrets(headers: Iterable<readonly [string, string]>): string[] {
  // A token is repeated with the `Bearer` before it and without.
  return [...headers].flatMap(([name, value]) => (PUBLIC_HEADER.test(name) ? [] : [value, ...value.split(/\s+/)]))
}

function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const percent = encodeURIComponent(secret.toWellFormed())
  const lowerPercent = percent.replace(/%../g, (code) => code.toLowerCase())
  const base64 = [0, 1, 2].map((before) => base64Of(secret, before))
  const urlBase64 = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  return [secret, json, json.replaceAll('/', '\\/'), percent, lowerPercent, ...base64, ...urlBase64]
}

/** The characters that base64 of any text with the secret in it has, where so many bytes (mod 3) stand before it. */
function base64Of(secret: string, before: number): string {
  const bytes = new TextEncoder().encode('\0'.repeat(before) + secret)
  const encoded = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  // At both ends a character may share its bits with what surrounds the secret.
  return encoded.slice(Math.ceil((before * 8) / SEXTET), Math.floor((bytes.length * 8) / SEXTET))
}
