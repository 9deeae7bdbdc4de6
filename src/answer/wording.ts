/**
 * The service's own words to readers, in place of an answer or after it, in the language of the question where there is
 * a translation. Fixed sentences: no text of a provider, no detail of a failure.
 */
import type { ErrorCode } from '../base/errors.ts'

/** The sentences of one language. */
export interface Wording {
  /** The answer where the docs don't cover the question and the model wrote nothing else. */
  readonly notCovered: string
  /** The answer where the model or its provider refuses, or the end of one that was begun. */
  readonly refused: string
  /** A notice after an answer that names no source. */
  readonly ungrounded: string
  /** A notice after an answer that rests on names that no section has. The names are Markdown. */
  readonly invented: (names: string) => string
  /** The sentences of an `error` event. */
  readonly failures: Partial<Record<ErrorCode, string>>
  /** The sentence of all other failures. */
  readonly failed: string
}

const BUSY = 'Too many questions at the moment. Please try again in a minute.'
const UNAVAILABLE = 'Answers are not available at the moment. Search still works.'

const ENGLISH: Wording = {
  notCovered: 'The documentation does not cover this question.',
  refused: 'No answer can be given to this question.',
  ungrounded: '*This answer names no section of the documentation: check it before you rely on it.*',
  invented: (names) => `*Check this before you use it, the sections above don't have it:* ${names}`,
  failures: {
    'bad-request': 'The question is too long. Please ask in fewer words.',
    content: UNAVAILABLE,
    'model-key': UNAVAILABLE,
    'model-quota': UNAVAILABLE,
    'model-request': UNAVAILABLE,
    'model-busy': BUSY,
    'model-timeout': 'The answer took too long. Please try again.',
    cancelled: 'The answer was cancelled.',
  },
  failed: 'The answer failed. Please try again.',
}

const UNAVAILABLE_GERMAN = 'Antworten sind gerade nicht verfügbar. Die Suche funktioniert weiterhin.'

const GERMAN: Wording = {
  notCovered: 'Die Dokumentation beantwortet diese Frage nicht.',
  refused: 'Auf diese Frage kann keine Antwort gegeben werden.',
  ungrounded: '*Diese Antwort nennt keinen Abschnitt der Dokumentation: Prüfen Sie sie, bevor Sie sich darauf verlassen.*',
  invented: (names) => `*Prüfen Sie dies vor der Verwendung, die Abschnitte oben enthalten es nicht:* ${names}`,
  failures: {
    'bad-request': 'Die Frage ist zu lang. Bitte stellen Sie sie mit weniger Worten.',
    content: UNAVAILABLE_GERMAN,
    'model-key': UNAVAILABLE_GERMAN,
    'model-quota': UNAVAILABLE_GERMAN,
    'model-request': UNAVAILABLE_GERMAN,
    'model-busy': 'Zurzeit gibt es zu viele Fragen. Bitte versuchen Sie es in einer Minute noch einmal.',
    'model-timeout': 'Die Antwort hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
    cancelled: 'Die Antwort wurde abgebrochen.',
  },
  failed: 'Die Antwort ist fehlgeschlagen. Bitte versuchen Sie es noch einmal.',
}

/** The sentences of a language, by its BCP 47 tag; the English ones where there is no translation. */
export function wordingOf(language: string | null): Wording {
  return language === 'de' ? GERMAN : ENGLISH
}

/** The sentence of an `error` event. */
export function describeFailure(code: ErrorCode, { failures, failed }: Wording): string {
  return failures[code] ?? failed
}
