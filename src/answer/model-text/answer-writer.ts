/**
 * What may be shown of a model's words -> the events that readers get: the
 * sources once, then tokens with links to them and to nothing else.
 */
import type { AnswerEvent } from '../events/event.ts'
import { createGrounding, type GroundingReport } from '../ground/ground.ts'
import type { Passages } from '../tools/passages.ts'

export interface Writer {
  /** Events for text of the model; what is beyond the limit is left out. */
  readonly write: (text: string) => readonly AnswerEvent[]
  /** Events for what is left of it; nothing of the model may follow. */
  readonly end: () => readonly AnswerEvent[]
  /** Events for words of the service's own, behind all else. */
  readonly say: (words: string) => readonly AnswerEvent[]
  /** Whether the model has written any word. */
  readonly hasWords: () => boolean
  /** Whether something was left out. */
  readonly isCut: () => boolean
  /** Markdown as it was sent. */
  readonly answer: () => string
  readonly report: () => GroundingReport
  /** When the first token was sent, null where none was. */
  readonly firstTokenAt: () => number | null
}

export interface WriterSurroundings {
  readonly passages: Passages
  /** Name of the model. */
  readonly model: string
  /** Characters of the model's words, as things stand; links make more of them. */
  readonly maxLength: () => number
  /** Clock in milliseconds. */
  readonly now: () => number
}

/** Writes one answer. */
export function createWriter({ passages, model, maxLength, now }: WriterSurroundings): Writer {
  const grounding = createGrounding(passages.linkOf, passages.holds)
  const sent: string[] = []
  let read = 0
  let hasWords = false
  let isCut = false
  let firstTokenAt: number | null = null
  /** White space that waits for words behind it. */
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
    return [{ type: 'sources', sources: passages.sources(), model }, token]
  }

  function end(): readonly AnswerEvent[] {
    const rest = send(grounding.end())
    blank = ''
    return rest
  }

  return {
    write,
    end,
    say: send,
    hasWords: () => hasWords,
    isCut: () => isCut,
    answer: () => sent.join(''),
    report: grounding.report,
    firstTokenAt: () => firstTokenAt,
  }
}

/** The first characters of a text, less one where they would end in half a code point. */
function beginning(text: string, length: number): string {
  if (text.length <= length) return text
  const unit = text.charCodeAt(length - 1)
  return text.slice(0, unit >= 0xd800 && unit < 0xdc00 ? length - 1 : Math.max(0, length))
}
