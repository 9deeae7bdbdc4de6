/** Every text that readers meet, in English. Names and counts follow after a colon. */

/** The texts of one language. */
export interface Strings {
  /** Name of the dialog and of its field. */
  readonly label: string
  /** On the button that opens it, and in the field where there are no answers. */
  readonly search: string
  readonly searchOrAsk: string
  /** Empties the field. */
  readonly clear: string
  readonly close: string
  readonly back: string
  /** Removes all answers. */
  readonly fresh: string
  /** Moves the dialog to the side of the page, and back. */
  readonly side: string
  readonly resize: string
  readonly results: string
  /** Before the other versions of the docs in which a section is the same. */
  readonly alsoIn: string
  readonly noResults: string
  /** The reply to a search did not come. */
  readonly searchFailed: string
  /** `{}` is the number of seconds. */
  readonly limited: string
  readonly offline: string
  readonly retry: string
  readonly recent: string
  readonly clearRecent: string
  readonly suggestions: string
  readonly pages: string
  readonly ask: string
  readonly askHint: string
  readonly answer: string
  readonly searching: string
  readonly steps: string
  readonly searched: string
  readonly opened: string
  readonly sources: string
  readonly stop: string
  readonly askAgain: string
  readonly copy: string
  readonly copied: string
  readonly share: string
  readonly helpful: string
  readonly unhelpful: string
  readonly code: string
  readonly table: string
  readonly stopped: string
  readonly failed: string
  readonly degraded: string
  readonly notCovered: string
  readonly weak: string
  readonly uncited: string
  readonly ready: string
  readonly closest: string
  readonly followUp: string
  /** Words that begin a question, in lower case, separated by spaces. */
  readonly questionWords: string
  /** Other words that are not marked in results, in lower case, separated by spaces. */
  readonly stopWords: string
}

/** The texts in English. */
export const ENGLISH: Strings = {
  label: 'Search the documentation',
  search: 'Search',
  searchOrAsk: 'Search or ask a question',
  clear: 'Clear',
  close: 'Close',
  back: 'Back to the results',
  fresh: 'New conversation',
  side: 'Side panel',
  resize: 'Width of the panel',
  results: 'Results',
  alsoIn: 'Also in',
  noResults: 'No results',
  searchFailed: 'The search can’t be reached.',
  limited: 'Too many searches, again in {} s',
  offline: 'You are offline. The search goes on when you are back.',
  retry: 'Try again',
  recent: 'Recent searches',
  clearRecent: 'Clear recent searches',
  suggestions: 'Suggestions',
  pages: 'Pages',
  ask: 'Ask',
  askHint: 'An answer with its sources',
  answer: 'Answer',
  searching: 'Searching the documentation',
  steps: 'Places searched',
  searched: 'Searched',
  opened: 'Opened',
  sources: 'Sources',
  stop: 'Stop',
  askAgain: 'Ask again',
  copy: 'Copy',
  copied: 'Copied',
  share: 'Copy link to this question',
  helpful: 'Helpful',
  unhelpful: 'Not helpful',
  code: 'Code',
  table: 'Table',
  stopped: 'Stopped.',
  failed: 'The answer could not be finished.',
  degraded: 'No answers at the moment.',
  notCovered: 'The documentation does not cover this.',
  weak: 'Parts of this answer have no source. Check them in the documentation.',
  uncited: 'This answer cites no source.',
  ready: 'The answer is ready.',
  closest: 'Closest sections',
  followUp: 'Ask a follow-up question',
  questionWords: 'how what why when where which who can do does is are will would could should',
  stopWords: 'the and for with',
}
