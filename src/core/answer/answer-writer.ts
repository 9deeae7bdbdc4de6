/**
 * A model's answer text -> the events that readers get: the sources once, then tokens with links to the sources and to
 * nothing else.
 */
import { byteLength } from '../base/bytes.ts'
import { firstUnits } from '../base/text.ts'
import { createPlace } from '../llm/client/thinking.ts'
import type { AnswerEvent } from './event.ts'
import { createGrounding, type Grounding } from './ground/ground.ts'
import type { Passages } from './tools/passages.ts'

/** Copies of one sentence or line that an answer may have, in code more, and UTF-8 bytes of one that is counted. */
const MAX_COPIES = 16
const MAX_CODE_COPIES = 128
const MIN_COPIED_BYTES = 16
/** Words of the rules in a row from which on text is withheld, and such words in all that no answer has by chance. */
const MIN_RULE_RUN = 6
const MAX_RULE_WORDS = 20
/** A word, or UTF-16 units of it that no word of the rules has. */
const WORD = /\p{L}{1,24}/gu
/** The ends of sentences and lines, and what stands before a line in lists and quotes. */
const END = /[.!?。\n]/g
const BEFORE = /^[\s>*-]+/
/** UTF-16 units without such an end that are looked at, and a few units of which all of them are copies. */
const LOOP_LENGTH = 600
const LOOP = /^([^]{1,24}?)\1{24,}[^]{0,23}$/

/** The writer of one answer. */
export interface AnswerWriter {
  readonly passages: Passages
  readonly model: string
  /** Clock in milliseconds. */
  readonly now: () => number
  readonly grounding: Grounding
  /** The words of the prompt's rules, with a space around each. */
  readonly rules: string
  /** Those in a row that the text ends with, written likewise; a space for none. */
  ruleRun: string
  /** The beginning of a word. */
  word: string
  /** Words of the rules that the answer has, those of short runs not counted. */
  ruleWords: number
  /** Text of a run: words that follow show whether it is a copy of the rules. */
  withheld: string
  /** Sentences of the model's text, with their number, and the beginning of the next one. */
  readonly sentences: Map<string, number>
  readonly place: ReturnType<typeof createPlace>
  begun: string
  sent: string
  /** UTF-16 units of the model's text. */
  readLength: number
  hasWords: boolean
  /** True if the answer ends here: it is too long, repeats itself without end, or repeats the rules. */
  isCut: boolean
  hasSources: boolean
  /** Time at which the first token was sent; null if none was. */
  firstTokenAt: number | null
  /** White space that is sent with the next words. */
  blank: string
}

/** A writer that has written nothing. */
export function createAnswerWriter(
  { passages, model, now }: Pick<AnswerWriter, 'passages' | 'model' | 'now'>,
  rules: string,
): AnswerWriter {
  return {
    passages, model, now, grounding: createGrounding(passages),
    rules: ` ${(rules.toLowerCase().match(WORD) ?? []).join(' ')} `, ruleRun: ' ', word: '', ruleWords: 0, withheld: '',
    sentences: new Map(), place: createPlace(), begun: '', sent: '', readLength: 0,
    hasWords: false, isCut: false, hasSources: false, firstTokenAt: null, blank: '',
  }
}

/** Events for text of the model, of which at most `maxLength` UTF-16 units are used in all; links make it longer. */
export function writeText(writer: AnswerWriter, text: string, maxLength: number): readonly AnswerEvent[] {
  const part = firstUnits(text, Math.min(maxLength - writer.readLength, usefulLength(writer, text)))
  writer.readLength += part.length
  writer.hasWords ||= part.trim() !== ''
  writer.isCut ||= part.length < text.length
  return send(writer, writer.grounding.push(withoutRules(writer, part)))
}

/** The text up to what may be a copy of the rules. The answer is cut where it is one, however it is wrapped. */
function withoutRules(writer: AnswerWriter, part: string): string {
  const text = writer.withheld + part
  const joined = writer.word + part
  let start = 0
  let end = writer.withheld === '' ? text.length : 0
  writer.word = ''
  for (const { index, 0: word } of joined.matchAll(WORD)) {
    // More of it may come.
    if (index + word.length === joined.length) writer.word = word
    else {
      const isCopy = takeWord(writer, word.toLowerCase())
      if (writer.ruleRun.length <= word.length + 2) start = Math.max(0, text.length - joined.length + index)
      end = isCopy ? start : text.length
    }
    if (repeatsRules(writer)) break
  }
  writer.isCut ||= repeatsRules(writer)
  writer.withheld = writer.isCut ? '' : text.slice(end)
  return text.slice(0, end)
}

/** Takes a word; true if it ends a run of words of the rules that is too long for chance. */
function takeWord(writer: AnswerWriter, word: string): boolean {
  const runs = [`${writer.ruleRun}${word} `, ` ${word} `]
  writer.ruleRun = runs.find((run) => writer.rules.includes(run)) ?? ' '
  const isCopy = writer.ruleRun.split(' ').length - 2 >= MIN_RULE_RUN
  if (isCopy) writer.ruleWords += 1
  return isCopy
}

/** UTF-16 units of a text up to a sentence that the answer has had too often. */
function usefulLength(writer: AnswerWriter, text: string): number {
  let from = 0
  for (const { index } of text.matchAll(END)) {
    const sentence = (writer.begun + text.slice(from, index)).replace(BEFORE, '')
    const count = (writer.sentences.get(sentence) ?? 0) + 1
    writer.place.note(text.slice(from, index + 1))
    if (count > (writer.place.isCode() ? MAX_CODE_COPIES : MAX_COPIES)) return from
    if (byteLength(sentence) >= MIN_COPIED_BYTES) writer.sentences.set(sentence, count)
    writer.begun = ''
    from = index + 1
  }
  writer.begun += text.slice(from)
  writer.place.note(text.slice(from))
  return writer.begun.length > LOOP_LENGTH && LOOP.test(writer.begun.slice(-LOOP_LENGTH)) ? from : text.length
}

/** True for an answer that repeats the rules of the prompt. */
export function repeatsRules({ ruleWords }: AnswerWriter): boolean {
  return ruleWords > MAX_RULE_WORDS
}

/** Events for text that was held back; no text of the model may follow. */
export function endText(writer: AnswerWriter): readonly AnswerEvent[] {
  const events = send(writer, writer.grounding.push(writer.withheld) + writer.grounding.end())
  writer.blank = ''
  return events
}

/** The event of the sources, once, if there is a section or a word to show; no search may follow it. */
export function sendSources(writer: AnswerWriter): readonly AnswerEvent[] {
  const { passages, hasSources, firstTokenAt, model } = writer
  if (hasSources || (firstTokenAt === null && passages.count() === 0)) return []
  writer.hasSources = true
  return [{ type: 'sources', sources: passages.sources(), model }]
}

/** Events for text as it is, such as the service's own words after all else. */
export function send(writer: AnswerWriter, text: string): readonly AnswerEvent[] {
  const isFirst = writer.firstTokenAt === null
  if (text.trim() === '') {
    if (!isFirst) writer.blank += text
    return []
  }
  const whole = isFirst ? text.trimStart() : writer.blank + text
  const words = whole.trimEnd()
  writer.blank = whole.slice(words.length)
  writer.sent += words
  writer.firstTokenAt ??= writer.now()
  const token: AnswerEvent = { type: 'token', text: words }
  return isFirst ? [...sendSources(writer), token] : [token]
}
