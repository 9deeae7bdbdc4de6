/**
 * A reader's verdict on an answer -> one `$ai_feedback` event of PostHog's AI observability. The answer's trace has the
 * id of the answer, so the two belong together there.
 */
import type { Verdict } from '../question-log/feedback.ts'
import { type EventContext, type TraceEvent, commonProperties, createEvent } from './event.ts'
import { maskPersonal } from './mask.ts'

/** The event of a verdict. Without a note its text is the verdict: PostHog shows no feedback without text. */
export function buildFeedback({ answer, verdict, reason, note = '' }: Verdict, context: EventContext): TraceEvent {
  const { content, redact } = context
  const clean = content === 'off' ? '' : redact(note.toWellFormed())
  const text = content === 'redacted' ? maskPersonal(clean) : clean
  return createEvent('$ai_feedback', context, {
    ...commonProperties(answer, context),
    $ai_feedback_text: text.trim() === '' ? [verdict, reason ?? []].flat().join(': ') : text,
    ask_answer_id: answer,
    ask_verdict: verdict,
    ...(reason !== undefined && { ask_reason: reason }),
  })
}
