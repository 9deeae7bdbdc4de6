/**
 * Text -> the same text without secrets: configured ones in all their encodings (plain, percent, JSON, base64, hex), and
 * what has one of the shapes below: keys with a known prefix, private keys, credentials in headers, cookies and URLs,
 * values of names such as `password`. A secret without such a shape stays, as does one in a form that is not here. All
 * logs, traces and error messages pass through here. The time is linear in the length of the text: a shape can begin
 * only at a fixed word or at the start of a run of characters, so a long run is not scanned again from each of its
 * characters.
 *
 * Text -> the same text without personal data: addresses, numbers of phones and payment cards, long codes, and the
 * queries of URLs. In doubt, text is masked.
 */
import { encodeBase64, toHex } from './bytes.ts'

/** Replacement of a secret. */
export const REDACTED = '[redacted]'

/** A function that removes the secrets from a text. */
export type Redact = (text: string) => string

/** Shortest secret, in UTF-16 units. Shorter values (`ollama`, `none`) protect nothing and occur in ordinary text. */
const MIN_SECRET_LENGTH = 8
/** Headers that name a site, a program or a version. All others may hold a key. */
const PUBLIC_HEADER = /^(?:(?:http-)?referer|x-title|user-agent|accept|content-type|.*-version|.*-beta)$/i
/** Bits of one character of base64. */
const SEXTET = 6

/** Start of a key: not directly after a letter or digit, except the letter of a JSON escape (`\nsk-…`). */
const START = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[bfnrt]))`

const SCHEME = '(?:bearer|basic)'
/** A token has a digit or is long; `Bearer authentication` is ordinary text. */
const TOKEN = String.raw`(?:(?=[a-z._~+/=-]{0,23}\d)[\w.~+/=-]{8,}|[\w.~+/=-]{24,})`
const HEADER = '(?:x-api-key|x-goog-api-key|api-key|authorization)'
/** Quotes, also those of JSON in JSON. */
const QUOTE = String.raw`(?:\\{0,3}["'])?`
const PARAMETER = '(?:api[-_]?key|key|access[-_]token|token|secret|password|sig|signature)'
/** Ends of names whose values are secrets wherever they are written: `DB_PASSWORD`, `clientSecret`. */
const NAME = '(?:(?:api|access|secret|private)[-_]?key|token|secret|password|passwd|passphrase)'
/** `<your password>`, `${PASSWORD}`, `***`, and what is redacted already. */
const NO_PLACEHOLDER = String.raw`(?![<$({*%[])`
/** With the quote of the value as the second group. */
const QUOTED_NAME = String.raw`(${NAME}\\{0,3}["'][\t ]{0,8}:[\t ]{0,8}(\\{0,3}["']))`
const QUOTED_VALUE = String.raw`(?:(?!(?<!\\)\2)\S){8,}(?=\2|$)`
/** A private key with its headers, in UTF-16 units: RSA of 16,384 bits has about 13,000. */
const MAX_PRIVATE_KEY_LENGTH = 16_384
/** `RSA PRIVATE KEY`, `PGP PRIVATE KEY BLOCK`; RFC 4716 has four hyphens and a space. */
const PRIVATE_KEY = '[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}'
const KEY_TEXT = `[^]{0,${MAX_PRIVATE_KEY_LENGTH}}`

const PREFIXED = [
  'c?sk-[A-Za-z0-9_-]{8,}', // OpenAI, Anthropic (sk-ant-), OpenRouter (sk-or-), DeepSeek, Cerebras
  '(?:gsk|hf|r8|npm|ph[a-z]|gh[opsur])_[A-Za-z0-9]{8,}', // Groq, Hugging Face, Replicate, npm, PostHog, GitHub
  'github_pat_[A-Za-z0-9_]{8,}',
  '[rs]k_(?:live|test)_[A-Za-z0-9]{8,}', // Stripe
  '(?:xai|pplx|nvapi|glpat|xox[a-z])-[A-Za-z0-9_-]{8,}', // xAI, Perplexity, NVIDIA, GitLab, Slack
  'AIza[A-Za-z0-9_-]{20,}', // Google
  '(?:AKIA|ASIA)[A-Z0-9]{12,}', // Amazon
]

/** Shapes of secrets, with their replacements. */
const SHAPES: readonly (readonly [RegExp, string])[] = [
  // Without its last line up to the end of the text: first, since its text may have other shapes.
  [new RegExp(`-{4,5} ?BEGIN ${PRIVATE_KEY}(?:${KEY_TEXT}?-{4,5} ?END ${PRIVATE_KEY}|${KEY_TEXT})`, 'g'), REDACTED],
  [new RegExp(`${START}(?:${PREFIXED.join('|')})`, 'g'), REDACTED],
  // Header, payload and signature of a JSON Web Token.
  [/(?:(?<![\w-])|(?<=\\[bfnrt]))eyJ[\w-]{6,}\.[\w.-]{6,}/g, REDACTED],
  [new RegExp(`${START}(${SCHEME}(?:\\s{1,8}|%20))${TOKEN}`, 'gi'), `$1${REDACTED}`],
  [
    new RegExp(`(${HEADER}${QUOTE}[:=][\\t ]{0,8}${QUOTE})(?!${SCHEME} )(?:[a-z]{1,20} )?[^\\s"',;\\\\]{8,}`, 'gi'),
    `$1${REDACTED}`,
  ],
  // In JSON up to its quote, in a header up to the end of the line.
  [/(cookie\\{0,3}["'][\t ]{0,8}:[\t ]{0,8}\\{0,3}["'])[^"'\\\r\n]{8,}/gi, `$1${REDACTED}`],
  [/(cookie:[\t ]{0,8})(?=[^\s"'=]{1,256}=)[^\r\n]+/gi, `$1${REDACTED}`],
  [/(cookie=)[^\s"',;]{8,}/gi, `$1${REDACTED}`],
  // In quotes, up to the same quote that is no part of the value: `"password":"…"`, also in JSON in JSON. What has
  // blanks is a description: `"password": "The password of the user"`.
  [new RegExp(`${QUOTED_NAME}${NO_PLACEHOLDER}${QUOTED_VALUE}`, 'gi'), `$1${REDACTED}`],
  // `SECRET_KEY=…`: with a digit, since `api_key=your-api-key` is ordinary text.
  [
    new RegExp(String.raw`(${NAME}=${QUOTE})${NO_PLACEHOLDER}(?=[^\s\d"'<>&]{0,23}\d)[^\s"'<>&,;\\]{8,}`, 'gi'),
    `$1${REDACTED}`,
  ],
  // `https://user:password@host`, with a slash in the password unless it would be a port and a path; `?key=…`
  [/:\/\/[^\s/?#"'<>:@[]{0,256}:(?!\d{1,5}[/?#])(?:[^\s"'<>/]|\/(?!\/)){1,512}@/g, `://${REDACTED}@`],
  [/:\/\/[^\s/?#"'<>]{1,512}@/g, `://${REDACTED}@`],
  [new RegExp(`([?&]${PARAMETER}=)[^\\s&#"'<>]+`, 'gi'), `$1${REDACTED}`],
]

/** A redactor that replaces each secret by `REDACTED`. Values shorter than 8 UTF-16 units are not treated as secrets. */
export function createRedactor(secrets: readonly string[]): Redact {
  const long = secrets.map((secret) => secret.trim()).filter(({ length }) => length >= MIN_SECRET_LENGTH)
  // The longest first: one may be part of another.
  const forms = [...new Set(long.flatMap(formsOf))].sort((a, b) => b.length - a.length)
  return function redact(text) {
    let clean = text
    for (const form of forms) clean = clean.replaceAll(form, REDACTED)
    for (const [shape, mark] of SHAPES) clean = clean.replace(shape, mark)
    return clean
  }
}

/** The secrets in headers: their values and the words in these, without headers that name a client or version. */
export function headerSecrets(headers: Iterable<readonly [string, string]>): string[] {
  // Servers quote a token with or without `Bearer` before it.
  return [...headers].flatMap(([name, value]) => (PUBLIC_HEADER.test(name) ? [] : [value, ...value.split(/\s+/)]))
}

function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const percent = encodeURIComponent(secret.toWellFormed())
  const lowerPercent = percent.replace(/%../g, (code) => code.toLowerCase())
  const base64 = [0, 1, 2].map((offset) => base64Of(secret, offset))
  const urlBase64 = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  const hex = toHex(new TextEncoder().encode(secret))
  const escapes = secret.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const upperEscapes = escapes.replace(/(?<=\\u)..../g, (digits) => digits.toUpperCase())
  return [
    secret, json, json.replaceAll('/', '\\/'), percent, lowerPercent, ...base64, ...urlBase64, hex, hex.toUpperCase(),
    escapes, upperEscapes,
  ]
}

/** The part of a secret's base64 that is the same in every text in which `offset` bytes (mod 3) precede it. */
function base64Of(secret: string, offset: number): string {
  const bytes = new TextEncoder().encode('\0'.repeat(offset) + secret)
  // A character at either end may also have bits of the surrounding text.
  return encodeBase64(bytes).slice(Math.ceil((offset * 8) / SEXTET), Math.floor((bytes.length * 8) / SEXTET))
}

/** `ann.lee+docs@mail.example.com`, in any script. */
const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,24}/gu
/** The query of a URL, absolute or relative; after a question mark in prose there is a space. */
const URL_QUERY = /(?<=[^\s?])\?(?=[\w%])[^\s"'<>()?]*/g
const IPV4 = /(?<![\d.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?!\d)/g
/** Runs that may be an IPv6 address. */
const HEX_AND_COLONS = /(?<![\w:.])[\dA-Fa-f:]{3,39}(?![\w:])/g
/** Digits with the separators that people write. */
const DIGITS = /(?<![\w.])[+(]?\d[\d ().\/-]{5,40}\d(?!\w)/g
const UUID = /\b[\dA-F]{8}-[\dA-F]{4}-[\dA-F]{4}-[\dA-F]{4}-[\dA-F]{12}\b/gi
const HEX = /(?<![\dA-Za-z])[\dA-Fa-f]{24,}(?![\dA-Za-z])/g
/** Runs that may be base64, of both alphabets. */
const CODE = /(?<![\w+/-])[\w+/-]{32,}={0,2}/g

/** Masks personal data, each by its kind: `[query]`, `[email]`, `[ip]`, `[card]`, `[phone]`, `[code]`. */
export function maskPersonal(text: string): string {
  return text
    .replace(URL_QUERY, '?[query]')
    .replace(EMAIL, '[email]')
    .replace(IPV4, '[ip]')
    .replace(HEX_AND_COLONS, (run) => (isIpv6(run) ? '[ip]' : run))
    .replace(UUID, '[code]')
    .replace(DIGITS, maskNumber)
    .replace(HEX, '[code]')
    .replace(CODE, (run) => (isMixed(run) ? '[code]' : run))
}

/** Eight groups, or fewer around `::`; times such as `10:30:45` have too few. */
function isIpv6(run: string): boolean {
  const groups = run.split(':')
  const isWhole = groups.length === 8 || run.includes('::')
  return isWhole && /[\dA-Fa-f]/.test(run) && groups.every(({ length }) => length <= 4)
}

/** Dates, years and counts have fewer digits than a phone number with its area code; a date with its hour has not. */
function maskNumber(run: string): string {
  const digits = run.replace(/\D/g, '')
  if (digits.length >= 13 && digits.length <= 19 && passesLuhn(digits)) return '[card]'
  const minDigits = run.startsWith('+') ? 7 : 9
  return digits.length >= minDigits ? '[phone]' : run
}

/** The check digit of payment cards (ISO/IEC 7812-1). */
function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 0 ? digit : digit * 2
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Words and paths are rarely written in capitals, lower-case letters and digits together. */
function isMixed(run: string): boolean {
  return /[A-Z]/.test(run) && /[a-z]/.test(run) && /\d/.test(run)
}
