/**
 * A model's answer text -> the events that readers get: the sources once, then
 * tokens with links to the sources and to nothing else.
 */
import type { AnswerEvent } from '../events/event.ts'
import { createGrounding, type GroundingReport } from '../ground/ground.ts'
import type { Passages } from '../tools/passages.ts'

/** The writer of one answer. */
export interface AnswerWriter {
  /** Events for text of the model; text past the limit is left out. */
  readonly write: (text: string) => readonly AnswerEvent[]
  /** Events for text that was held back; no text of the model may follow. */
  readonly end: () => readonly AnswerEvent[]
  /** Events for the service's own words, after all else. */
  readonly writeNotice: (words: string) => readonly AnswerEvent[]
  /** The event of the sources, if there are any and it was not sent; no event of an answer may be missing before it. */
  readonly sendSources: () => readonly AnswerEvent[]
  /** True if the model has written any word. */
  readonly hasWords: () => boolean
  /** True if text was left out. */
  readonly isCut: () => boolean
  /** Markdown as it was sent. */
  readonly answer: () => string
  readonly report: () => GroundingReport
  /** Time at which the first token was sent; null if none was. */
  readonly firstTokenAt: () => number | null
}

/** The parts that a writer works with. */
export interface AnswerWriterDeps {
  readonly passages: Passages
  /** Name of the model. */
  readonly model: string
  /** Length of the model's text at most, as of now; links make it longer. */
  readonly maxLength: () => number
  /** Clock in milliseconds. */
  readonly now: () => number
}

/** A writer that has written nothing. */
export function createAnswerWriter({ passages, model, maxLength, now }: AnswerWriterDeps): AnswerWriter {
  const grounding = createGrounding(passages)
  const sent: string[] = []
  let read = 0
  let hasWords = false
  let isCut = false
  let firstTokenAt: number | null = null
  let hasSources = false
  /** White space that is sent with the next words. */
  let blank = ''

  function write(text: string): readonly AnswerEvent[] {
    const part = beginning(text, maxLength() - read)
    read += part.length
    hasWords ||= part.trim() !== ''
    isCut ||= part.length < text.length
    return send(grounding.push(part))
  }

  function send(text: string): readonly AnswerEvent[] {
    if (text.trim() === '') {
      if (firstTokenAt !== null) blank += text
      return []
    }
    const whole = firstTokenAt === null ? text.trimStart() : blank + text
    const words = whole.trimEnd()
    blank = whole.slice(words.length)
    sent.push(words)
    const token: AnswerEvent = { type: 'token', text: words }
    if (firstTokenAt !== null) return [token]
    firstTokenAt = now()
    return [...sendSources(), token]
  }

  function sendSources(): readonly AnswerEvent[] {
    if (hasSources || (firstTokenAt === null && passages.count() === 0)) return []
    hasSources = true
    return [{ type: 'sources', sources: passages.sources(), model }]
  }

  function end(): readonly AnswerEvent[] {
    const events = send(grounding.end())
    blank = ''
    return events
  }

  return {
    write,
    end,
    writeNotice: send,
    sendSources,
    hasWords: () => hasWords,
    isCut: () => isCut,
    answer: () => sent.join(''),
    report: grounding.report,
    firstTokenAt: () => firstTokenAt,
  }
}

/** The first characters of a text, one less if they would end in half a code point. */
function beginning(text: string, length: number): string {
  if (text.length <= length) return text
  const unit = text.charCodeAt(length - 1)
  return text.slice(0, unit >= 0xd800 && unit < 0xdc00 ? length - 1 : Math.max(0, length))
}
