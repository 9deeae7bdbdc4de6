/**
 * Text -> the same text without personal data: addresses, numbers of phones and payment cards, long codes, and the
 * queries of URLs. In doubt, text is masked. Linear in the text: every run of characters is matched from its beginning
 * only.
 */

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

/** Dates, years and counts have fewer digits than a phone number with its area code. */
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
