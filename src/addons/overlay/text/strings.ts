/** Every text that readers meet, in English. Names and counts follow after a colon. */

export const ENGLISH = {
  /** Name of the dialog and of its field. */
  label: 'Search the documentation',
  /** On the button that opens it, and in the field where there are no answers. */
  search: 'Search',
  searchOrAsk: 'Search or ask a question',
  /** Empties the field, or the list of recent searches. */
  clear: 'Clear',
  close: 'Close',
  back: 'Back to the results',
  /** Removes all answers. */
  fresh: 'New conversation',
  /** Moves the dialog to the side of the page, and back. */
  side: 'Side panel',
  results: 'Results',
  /** Before the other versions of the docs in which a section is the same. */
  alsoIn: 'Also in',
  /** Shows the other results. */
  more: 'Show more',
  /** What the arrow keys and Enter do. */
  select: 'Select',
  open: 'Open',
  noResults: 'No results',
  /** The reply to a search did not come. */
  searchFailed: 'The search can’t be reached.',
  /** `{}` is the number of seconds. */
  limited: 'Too many searches, again in {} s',
  offline: 'You are offline. The search goes on later.',
  retry: 'Try again',
  recent: 'Recent searches',
  suggestions: 'Suggestions',
  ask: 'Ask',
  askHint: 'Answer with sources',
  answer: 'Answer',
  searching: 'Searching the documentation',
  steps: 'Places searched',
  sources: 'Sources',
  stop: 'Stop',
  copy: 'Copy',
  copied: 'Copied',
  share: 'Copy link to this question',
  helpful: 'Helpful',
  unhelpful: 'Not helpful',
  code: 'Code',
  table: 'Table',
  stopped: 'Stopped.',
  failed: 'The answer is incomplete.',
  degraded: 'No answers at the moment.',
  notCovered: 'The documentation does not cover this.',
  uncited: 'This answer cites no source.',
  ready: 'The answer is ready.',
  closest: 'Closest sections',
  followUp: 'Ask a follow-up question',
  /** Before the address of those who can answer what the documentation does not. */
  contact: 'Contact',
  /** Words that begin a question, in lower case, separated by spaces. */
  questionWords: 'how what why when where which who can do does is are will would could should',
  /** Other words that are not marked in results, in lower case, separated by spaces. */
  stopWords: 'the and for from with you your',
}

/** The texts of one language. */
export type Strings = Readonly<Record<keyof typeof ENGLISH, string>>

export interface PageStrings extends Strings {
  /** Language of the page, and so of results and answers, which the texts may not have; empty for unknown. */
  readonly lang: string
}
