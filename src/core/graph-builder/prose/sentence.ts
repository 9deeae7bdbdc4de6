/**
 * A section's text -> its first sentences, by rules that depend on no locale and on no version of Unicode other than by
 * letter case; code inside a sentence is never split, code blocks belong to no sentence. And which sentences can be
 * shown without their page: they are complete, written for readers, and don't refer to text around them.
 */
import { partitionPoint } from '../../base/partition-point.ts'
import type { CodeSpan } from '../../content/structure/encoding.ts'

/** Ends of sentences with the closing quotes and brackets after them. */
const ENDS = /[.!?…؟۔।]{1,8}[)\]"'”’»]{0,4}(?=\s)|[。！？｡]{1,8}[)\]"'”’」』）]{0,4}/g
/** Words whose full stop ends no sentence, besides single letters (initials). */
const ABBREVIATIONS = new Set(`
  e.g i.e etc vs cf approx nos fig figs eq sec ch vol p pp al mr mrs ms dr prof st jr sr inc ltd co corp dept est
  resp incl excl min max esp z.b d.h usw bzw ca p.ex
`.trim().split(/\s+/))
/** UTF-16 units before a full stop that may be an abbreviation. */
const MAX_ABBREVIATION_LENGTH = 12

/** Marks of templates, directives and unfinished text. */
const SOURCE_MARK = /\{\{|\}\}|\{%|%\}|\$\{|<%|%>|:::|\[\[|\]\]|\b(?:TODO|TBD|FIXME)\b|\b[Ll]orem ipsum\b/
/** Ends of sentences, with closing quotes and brackets; dots that leave the sentence open are none. */
const COMPLETE = /(?<!\.\.)[.!。！．][)\]"'”’»」』）]{0,4}$/
/** Sentences that lead to other text. */
const ASIDE = new RegExp(
  `^(?:${[
    'see|read|learn|check out|visit|refer to|find|note|tip|hint|caution|warning|danger',
    'for (?:more|further|details|examples?)',
  ].join('|')})\\b`,
  'i',
)
/** Openings that depend on the sentence before, or that address the reader. */
const DEPENDENT_OPENING = new RegExp(
  `^(?:${[
    'this|that|these|those|it|its|they|their|such|here|there|he|she|and|but|or|so|also|then|thus|however|otherwise',
    'previously|if|when|while|once|for|in (?:this|that|these|such)|with|as|because|since|before|after',
    'you|we|i|let|please',
    'welcome|thank|click|follow|explore|discover|get started|start|try|want|looking|do|don[\'’]t|yes|no',
  ].join('|')})\\b`,
  'i',
)
/** References to places on the page. */
const PAGE_REFERENCE = new RegExp(
  [
    /\bthis (?:page|guide|section|document|documentation|tutorial|chapter|article|example|glossary|site|book|recipe)\b/,
    /\bthese (?:pages|docs)\b|\b(?:below|above|as follows|the following|(?:previous|next) section|click here)\b/,
  ].map(({ source }) => source).join('|'),
  'i',
)

/** At most `maxCount` sentences, in order. */
export function firstSentences(source: Text, maxCount: number): Sentence[] {
  const sentences: Sentence[] = []
  for (const line of linesOf(source)) {
    for (const sentence of sentencesOf(source, line)) {
      if (sentences.length === maxCount) return sentences
      sentences.push(sentence)
    }
  }
  return sentences
}

/** True for a sentence that is complete and holds no template or unfinished text. */
export function isWholeSentence(text: string): boolean {
  return COMPLETE.test(text) && !SOURCE_MARK.test(text) && isBalanced(text)
}

export interface Sentence {
  /** Text on one line; cells of a table row stay separated by tabs. */
  readonly text: string
  /** Half-open UTF-16 offsets into the section's text. */
  readonly start: number
  readonly end: number
  /** True if it is in a list or table: its block has several lines. */
  readonly isListed: boolean
  /** True if it is the first sentence of its line. */
  readonly isLead: boolean
}

interface Text {
  readonly text: string
  readonly code: readonly CodeSpan[]
}

interface Line {
  readonly start: number
  readonly end: number
  readonly isListed: boolean
}

/** The lines outside of code blocks. */
function* linesOf(source: Text): Generator<Line> {
  const { text } = source
  for (const { start: from, end: to } of outsideOfCode(source, ({ isBlock }) => isBlock)) {
    for (let start = from; start < to; ) {
      const lineBreak = text.indexOf('\n', start)
      const end = lineBreak === -1 || lineBreak > to ? to : lineBreak
      const isBelow = start - 2 >= from && text[start - 2] !== '\n'
      const isAbove = end + 1 < to && text[end + 1] !== '\n'
      if (end > start) yield { start, end, isListed: isBelow || isAbove }
      start = end + 1
    }
  }
}

/** The stretches of a text, which may be empty, before, between and after some of its code. */
export function* outsideOfCode({ text, code }: Text, isLeftOut: (span: CodeSpan) => boolean = () => true) {
  let from = 0
  for (const span of code) {
    if (!isLeftOut(span)) continue
    yield { start: from, end: span.start }
    from = span.end
  }
  yield { start: from, end: text.length }
}

function* sentencesOf(source: Text, { start, end, isListed }: Line): Generator<Sentence> {
  let isLead = true
  for (const [from, to] of rangesOf(source, { start, end })) {
    const raw = source.text.slice(from, to)
    const text = foldCells(raw.trim())
    if (text === '') continue
    yield { text, start: to - raw.trimStart().length, end: from + raw.trimEnd().length, isListed, isLead }
    isLead = false
  }
}

/** White space but the tabs between cells as single spaces. Most text needs no change, and replacing all is slow. */
function foldCells(text: string): string {
  return /[^\S \t]| {2}/.test(text) ? text.replace(/[^\S\t]+/g, ' ') : text
}

function* rangesOf(source: Text, { start, end }: Pick<Line, 'start' | 'end'>): Generator<readonly [number, number]> {
  let from = start
  for (const match of source.text.slice(start, end).matchAll(ENDS)) {
    const stop = start + match.index
    const next = stop + match[0].length
    if (!isEnd(source, from, stop, next)) continue
    yield [from, next]
    from = next
  }
  yield [from, end]
}

/**
 * True for the end of the sentence that begins at `from`: `stop` is the offset of the full stop, `next` that after it
 * and its closing quotes and brackets.
 */
function isEnd({ text, code }: Text, from: number, stop: number, next: number): boolean {
  if (isCode(code, stop)) return false
  if (/[。！？｡]/.test(text.charAt(stop))) return true
  const [space = ''] = /^\s{0,4}/.exec(text.slice(next, next + 4)) ?? []
  const opener = String.fromCodePoint(text.codePointAt(next + space.length) ?? 0x20)
  if (opener !== opener.toUpperCase() && !isCode(code, next + space.length)) return false
  if (text[stop] !== '.') return true
  const [word = ''] = /[\p{L}\p{N}.]*$/u.exec(text.slice(Math.max(from, stop - MAX_ABBREVIATION_LENGTH), stop)) ?? []
  const isNumbering = stop - from < MAX_ABBREVIATION_LENGTH && /^\s*\d{1,3}$/.test(text.slice(from, stop))
  return !isNumbering && !ABBREVIATIONS.has(word.toLowerCase()) && !/^\p{Lu}$/u.test(word)
}

/** True for an offset in code. A binary search, because a section may have very many spans. */
function isCode(code: readonly CodeSpan[], offset: number): boolean {
  const span = code[partitionPoint({ from: 0, to: code.length }, (at) => (code[at]?.end ?? 0) <= offset)]
  return span !== undefined && span.start <= offset
}

export function isAside(text: string): boolean {
  return ASIDE.test(text)
}

/** True for a complete sentence that can be understood by itself. */
export function standsAlone(text: string): boolean {
  return isWholeSentence(text) && !isAside(text) && !DEPENDENT_OPENING.test(text) && !PAGE_REFERENCE.test(text)
}

function isBalanced(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return count(/[([{]/g) === count(/[)\]}]/g) && count(/[“「『]/g) === count(/[”」』]/g)
}
