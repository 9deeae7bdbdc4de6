/**
 * A model's answer text -> the events that readers get: the sources once, then tokens with links to the sources and to
 * nothing else.
 */
import { firstUnits } from '../base/text.ts'
import type { AnswerEvent } from './events/event.ts'
import { createGrounding, type Grounding } from './ground/ground.ts'
import type { Passages } from './tools/passages.ts'

/** The writer of one answer. */
export interface AnswerWriter {
  readonly passages: Passages
  readonly model: string
  /** Clock in milliseconds. */
  readonly now: () => number
  readonly grounding: Grounding
  sent: string
  /** UTF-16 units of the model's text. */
  readLength: number
  hasWords: boolean
  isCut: boolean
  hasSources: boolean
  /** Time at which the first token was sent; null if none was. */
  firstTokenAt: number | null
  /** White space that is sent with the next words. */
  blank: string
}

/** A writer that has written nothing. */
export function createAnswerWriter(passages: Passages, model: string, now: () => number): AnswerWriter {
  const state = { sent: '', readLength: 0, hasWords: false, isCut: false, hasSources: false, firstTokenAt: null, blank: '' }
  return { passages, model, now, grounding: createGrounding(passages), ...state }
}

/** Events for text of the model, of which at most `maxLength` UTF-16 units are used in all; links make it longer. */
export function writeText(writer: AnswerWriter, text: string, maxLength: number): readonly AnswerEvent[] {
  const part = firstUnits(text, maxLength - writer.readLength)
  writer.readLength += part.length
  writer.hasWords ||= part.trim() !== ''
  writer.isCut ||= part.length < text.length
  return send(writer, writer.grounding.push(part))
}

/** Events for text that was held back; no text of the model may follow. */
export function endText(writer: AnswerWriter): readonly AnswerEvent[] {
  const events = send(writer, writer.grounding.end())
  writer.blank = ''
  return events
}

/** The event of the sources, if there are any and it was not sent; no event of an answer may be missing before it. */
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
