/**
 * The service's own words to readers, in place of an answer or after it. Fixed
 * sentences: no text of a provider, no detail of a failure.
 */
import type { ErrorCode } from '../base/errors.ts'

/** The answer where the docs don't cover the question and the model wrote nothing else. */
export const NOT_COVERED_SENTENCE = 'The documentation does not cover this question.'

/** The answer where the model or its provider refuses, or the end of one that was begun. */
export const REFUSED_SENTENCE = 'No answer can be given to this question.'

/** A notice after a long answer that names no source. */
export const UNGROUNDED_NOTICE = '*This answer names no section of the documentation: check it before you rely on it.*'

const BUSY = 'Too many questions at the moment. Please try again in a minute.'
const UNAVAILABLE = 'Answers are not available at the moment. Search still works.'

const SENTENCES: Partial<Record<ErrorCode, string>> = {
  'bad-request': 'The question is too long. Please ask in fewer words.',
  content: UNAVAILABLE,
  'model-key': UNAVAILABLE,
  'model-quota': UNAVAILABLE,
  'model-request': UNAVAILABLE,
  'model-busy': BUSY,
  'model-timeout': 'The answer took too long. Please try again.',
  cancelled: 'The answer was cancelled.',
}

/** The sentence of an `error` event. */
export function describeFailure(code: ErrorCode): string {
  return SENTENCES[code] ?? 'The answer failed. Please try again.'
}
