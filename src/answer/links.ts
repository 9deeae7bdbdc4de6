/**
 * Markdown of an answer -> the same without links to anywhere but its sources.
 * A link to elsewhere is reduced to its text, an image to its description, an
 * address that would become a link of itself to code. Code is left alone. What
 * is no exact link to a source counts as one to elsewhere.
 */
import { findCodeSpans } from './code-spans.ts'

/** UTF-16 units of a link's target with its title. What is longer is no link any more, whatever it points at. */
const MAX_TARGET_LENGTH = 2_048

const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>`[\]"]+/iy
const AUTOLINK = /<([a-z][a-z0-9+.-]{1,31}:[^\s<>]{0,2048})>/iy
const TAG = /<[a-z][^<>]{0,2048}>/iy
const LINKING = /\b(?:href|src|srcset|action)\b/i
/** `[label]: address`, also in lists and quotes; without its brackets it defines nothing. `[^label]:` is a footnote. */
const DEFINITION = /^([\s>*+\-\d.)]{0,40})\[(?!\^)([^[\]\n]{1,999})\]:/
/** Only at the margin: further in, a list or quote decides what it is. */
const FENCE = /^(?:(`{3,})[^`\n]*|(~{3,}).*)\n?$/
const FENCE_END = /^ {0,3}(`{3,}|~{3,})[ \t\r]*\n?$/
/** May start a block of HTML, in which fences mean nothing. */
const HTML = /^ {0,3}<[a-z/!?]/i

/** `allowed` holds the targets that links may have, exactly as they are written. */
export function keepLinks(markdown: string, allowed: ReadonlySet<string>): string {
  const out: string[] = []
  let prose: string[] = []
  let fence = ''
  let isSure = true

  function endProse(): void {
    out.push(keepInline(prose.join(''), allowed))
    prose = []
  }

  for (const line of markdown.split(/(?<=\n)/)) {
    if (fence !== '') {
      out.push(line)
      if (FENCE_END.exec(line)?.[1]?.startsWith(fence)) fence = ''
      continue
    }
    const [, ticks = '', tildes = ''] = FENCE.exec(line) ?? []
    if (isSure && ticks + tildes !== '') {
      endProse()
      out.push(line)
      fence = ticks + tildes
      continue
    }
    isSure &&= !HTML.test(line)
    prose.push(line.replace(DEFINITION, '$1$2:'))
  }
  endProse()
  return out.join('')
}

/** The same for text between code blocks. */
function keepInline(text: string, allowed: ReadonlySet<string>): string {
  const out: string[] = []
  const openers: { readonly at: number; readonly isImage: boolean }[] = []
  const code = findCodeSpans(text)
  let at = 0

  function copy(length: number): void {
    out.push(text.slice(at, at + length))
    at += length
  }

  function reduce(length: number, words: string): void {
    out.push(words)
    at += length
  }

  function open(length: number): void {
    openers.push({ at: out.length, isImage: length === 2 })
    copy(length)
  }

  function close(): void {
    const opener = openers.pop()
    const target = opener === undefined ? null : targetAt(text, at + 1)
    if (opener === undefined || target === null) return copy(1)
    if (!opener.isImage && allowed.has(target.address)) return copy(1 + target.length)
    out[opener.at] = ''
    reduce(1 + target.length, '')
  }

  function angle(): void {
    const [autolink, address = ''] = matchAt(AUTOLINK, text, at) ?? []
    if (autolink !== undefined) return allowed.has(address) ? copy(autolink.length) : reduce(autolink.length, asCode(address))
    const tag = matchAt(TAG, text, at)?.[0]
    if (tag !== undefined && LINKING.test(tag)) reduce(tag.length, '')
    else copy(1)
  }

  function words(): void {
    const address = trimAddress(isWordStart(text, at) ? (matchAt(ADDRESS, text, at)?.[0] ?? '') : '')
    if (address !== '') return allowed.has(address) ? copy(address.length) : reduce(address.length, asCode(address))
    let end = at + 1
    while (end < text.length && !'\\`![]<'.includes(text[end]!) && !isWordStart(text, end)) end += 1
    copy(end - at)
  }

  while (at < text.length) {
    const char = text[at]
    if (char === '\\') copy(2)
    else if (char === '`') copy((code.get(at) ?? at + 1) - at)
    else if (char === '!' && text[at + 1] === '[') open(2)
    else if (char === '[') open(1)
    else if (char === ']') close()
    else if (char === '<') angle()
    else words()
  }
  return out.join('')
}

interface Target {
  readonly address: string
  /** With its parentheses. */
  readonly length: number
}

/** What stands in parentheses at `start`; null where there is none. An open one is a target of no address. */
function targetAt(text: string, start: number): Target | null {
  if (text[start] !== '(') return null
  const most = text.slice(start, start + MAX_TARGET_LENGTH)
  let depth = 0
  for (let at = 0; at < most.length; at += 1) {
    if (most[at] === '\\') at += 1
    else if (most[at] === '(') depth += 1
    else if (most[at] === ')') depth -= 1
    if (depth === 0) return { address: addressOf(most.slice(1, at)), length: at + 1 }
  }
  return most.length < MAX_TARGET_LENGTH ? null : { address: '', length: 0 }
}

/** `<address> "title"` or `address "title"`. */
function addressOf(inside: string): string {
  const trimmed = inside.trim()
  return /^<([^<>]*)>/.exec(trimmed)?.[1] ?? trimmed.split(/\s/, 1)[0] ?? ''
}

/** Renderers leave punctuation at its end out of an address. */
function trimAddress(address: string): string {
  let end = address.length
  while (end > 0 && '.,;:!?)\'*_~'.includes(address[end - 1]!)) end -= 1
  return address.slice(0, end)
}

/** Whether an address may start here. */
function isWordStart(text: string, at: number): boolean {
  return 'hHwW'.includes(text[at]!) && (at === 0 || !/[A-Za-z0-9]/.test(text[at - 1]!))
}

function asCode(address: string): string {
  return `\`${address}\``
}

/** A match of a sticky expression. */
function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at
  return expression.exec(text)
}
