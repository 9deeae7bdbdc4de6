/**
 * Bytes of a file -> text. UTF-8, or UTF-16 with a byte order mark; the mark is dropped. A file in neither is read as
 * Windows-1252 if that gives a plausible text. Bytes that are not text become U+FFFD, as do NULs.
 *
 * An HTML page that declares another encoding is read in that, as browsers do (WHATWG HTML, 13.2.3.2), unless it has
 * letters above ASCII and all of them are UTF-8: a text in another encoding is that by chance only if it is very short,
 * and pages whose declaration is out of date are served with the right one in a header.
 */
import type { Document } from './document.ts'
import { WINDOWS_1252 } from './entities.ts'

/** Bytes at the start of a file that are checked for NULs. */
const PROBE_BYTES = 8_192
/** NULs among them that a text may have: a few may be a mistake. */
const MAX_NULS = 8

/** Characters at the start of a page that may declare its encoding (WHATWG: the first 1,024 bytes). */
const DECLARATION_LENGTH = 1_024
/** `<meta charset="koi8-r">`, `<meta content="text/html; charset=koi8-r">`, `<?xml encoding="koi8-r"?>` */
const DECLARATION = /<meta\s[^>]*?\bcharset\s*=\s*["']?\s*([\w.:-]+)|^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)/i
/** Bytes that are decoded at once. */
const PIECE_BYTES = 8_192

/** Characters that no text has. */
const CONTROL = /[\0-\x08\x0b\x0e-\x1f\x7f-\x9f]/
/** Letters of other encodings that are not Latin, or symbols of Windows-1252 if another encoding has letters. */
const FOREIGN = /[¡-ÿ]{3,}|(?<=[a-z])[¡-¬®¯±-´¶¸¹»-¿×÷](?=[a-z])/gi
/** Part of the characters above ASCII that may be foreign: typos, and words in other languages. */
const MAX_FOREIGN = 0.2

/** The text of a file. */
interface DecodedText {
  readonly text: string
  /** At most one. */
  readonly warnings: Document['warnings']
}

/** True for the bytes of programs, pictures and other files without text; UTF-16 is text by its mark. */
export function isBinary(bytes: Uint8Array): boolean {
  if (encodingOf(bytes) !== 'utf-8') return false
  return bytes.subarray(0, PROBE_BYTES).filter((byte) => byte === 0).length > MAX_NULS
}

/** Decodes a whole file; any bytes give text. Only a page of HTML (`isHtml`) may declare its encoding. */
export function decodeText(bytes: Uint8Array, { isHtml = false } = {}): DecodedText {
  const encoding = encodingOf(bytes)
  const text = new TextDecoder(encoding).decode(bytes)
  const damage = encoding === 'utf-8' && text.includes('\ufffd') && !isUtf8(bytes) ? text.indexOf('\ufffd') : -1
  // Some encodings write all of their letters in ASCII.
  const mayDeclare = isHtml && encoding === 'utf-8' && (damage !== -1 || text.length === bytes.length)
  const declared = mayDeclare ? declaredDecoder(text) : null
  if (declared !== null) {
    return withoutNuls(declared.encoding === 'windows-1252' ? decodeWindows1252(bytes) : declared.decode(bytes))
  }
  if (damage === -1) return withoutNuls(text)
  const line = lineOf(text, damage)
  // More letters above ASCII than bytes that are none: damaged UTF-8.
  const isMostlyUtf8 = countOf(text, /[^\0-\x7f\ufffd]/g) > countOf(text, /\ufffd/g)
  const latin = isMostlyUtf8 ? null : decodeWindows1252(bytes)
  const isLatin = latin !== null && isPlausible(latin)
  const problem = isLatin ? 'read as Windows-1252' : "letters that can't be read are replaced by U+FFFD"
  const warnings = [{ line, message: `Not UTF-8: ${problem}; save the file as UTF-8` }]
  return { text: withoutNuls(isLatin ? latin : text).text, warnings }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** A decoder for the encoding that a page declares; null for none, for one that nobody knows, and for Unicode. */
function declaredDecoder(text: string): InstanceType<typeof TextDecoder> | null {
  // A page whose declaration can be read as UTF-8 has no other, like UTF-16, that needs a mark.
  const start = text.slice(0, DECLARATION_LENGTH).replace(/<!--[^]*?(?:-->|$)/g, '')
  const [, meta, xml = meta] = DECLARATION.exec(start) ?? []
  // Most pages declare this, and a decoder takes longer than their text.
  if (xml === undefined || /^utf-?8$/i.test(xml)) return null
  try {
    const decoder = new TextDecoder(xml)
    return decoder.encoding.startsWith('utf-') ? null : decoder
  } catch {
    return null
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Decodes Windows-1252; `TextDecoder` reads some of it as Latin-1 in some versions of Node. */
function decodeWindows1252(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES)))
  }
  return pieces.join('').replace(/[\x80-\x9f]/g, (char) => WINDOWS_1252.charAt(char.charCodeAt(0) - 0x80))
}

/** True for a text of Windows-1252 that is not more likely one of another encoding. */
function isPlausible(text: string): boolean {
  if (CONTROL.test(text)) return false
  let foreign = 0
  for (const [run] of text.matchAll(FOREIGN)) foreign += run.length
  return foreign <= MAX_FOREIGN * countOf(text, /[^\0-\x7f]/g)
}

function countOf(text: string, pattern: RegExp): number {
  let count = 0
  for (const _ of text.matchAll(pattern)) count += 1
  return count
}

function withoutNuls(text: string): DecodedText {
  const at = text.indexOf('\0')
  if (at === -1) return { text, warnings: [] }
  const message = 'NUL characters are replaced by U+FFFD: remove them, or the file if it is not text'
  return { text: text.replaceAll('\0', '\ufffd'), warnings: [{ line: lineOf(text, at), message }] }
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n?|\n/).length
}
