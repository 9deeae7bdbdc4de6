/** The feedback that readers give: a verdict on an answer, or a click on a result. */

/** A reader's judgment of an answer. */
export const VERDICTS = ['up', 'down'] as const
/** Reasons for a verdict, from a closed list. */
export const REASONS = ['wrong', 'incomplete', 'outdated', 'unclear', 'other'] as const

/** A verdict on one answer. Of several on the same answer the last counts. */
export interface Verdict {
  readonly type: 'verdict'
  /** Id of the answer, as its `outcome` event has it. */
  readonly answer: string
  readonly verdict: (typeof VERDICTS)[number]
  readonly reason?: (typeof REASONS)[number]
  /** A text by the reader. */
  readonly note?: string
}

/** A click on a result of a search. */
export interface Click {
  readonly type: 'click'
  /** Id of the page view that searched. */
  readonly view: string
  readonly query: string
  /** Position of the result in its list, from 1 on. */
  readonly rank: number
}

/** Any feedback. */
export type Feedback = Verdict | Click
