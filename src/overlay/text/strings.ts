/** Every text that readers meet, in English. Names and counts follow after a colon. */

/** The texts of one language. */
export interface Strings {
  /** Name of the dialog and of its field. */
  readonly label: string
  /** On the button that opens it, and in the field where there are no answers. */
  readonly search: string
  readonly searchOrAsk: string
  readonly close: string
  readonly back: string
  readonly results: string
  readonly noResults: string
  readonly noResultsHint: string
  readonly searchFailed: string
  readonly retry: string
  readonly recent: string
  readonly clearRecent: string
  readonly suggestions: string
  /** In place of a heading, for the text before a page's first one. */
  readonly introduction: string
  readonly ask: string
  readonly askHint: string
  readonly answer: string
  readonly searching: string
  readonly steps: string
  readonly searched: string
  readonly opened: string
  readonly sources: string
  readonly alsoRead: string
  readonly stop: string
  readonly askAgain: string
  readonly copy: string
  readonly copied: string
  readonly code: string
  readonly table: string
  readonly stopped: string
  readonly failed: string
  readonly ready: string
  readonly notCovered: string
  readonly degraded: string
  readonly closest: string
  readonly followUp: string
  readonly followUpHint: string
  /** Keys and what they do, at the foot of the list. */
  readonly hints: string
  /** Words that begin a question, in lower case, separated by spaces. */
  readonly questionWords: string
  /** Words that are not marked in results, in lower case, separated by spaces. */
  readonly stopWords: string
}

/** The texts in English. */
export const ENGLISH: Strings = {
  label: 'Search the documentation',
  search: 'Search',
  searchOrAsk: 'Search or ask a question',
  close: 'Close',
  back: 'Back to the results',
  results: 'Results',
  noResults: 'No results',
  noResultsHint: 'Try other words.',
  searchFailed: 'The search can’t be reached.',
  retry: 'Try again',
  recent: 'Recent searches',
  clearRecent: 'Clear recent searches',
  suggestions: 'Suggestions',
  introduction: 'Introduction',
  ask: 'Ask',
  askHint: 'An answer with its sources',
  answer: 'Answer',
  searching: 'Searching the documentation',
  steps: 'Steps',
  searched: 'Searched',
  opened: 'Opened',
  sources: 'Sources',
  alsoRead: 'Also read',
  stop: 'Stop',
  askAgain: 'Ask again',
  copy: 'Copy',
  copied: 'Copied',
  code: 'Code',
  table: 'Table',
  stopped: 'Stopped.',
  failed: 'The answer could not be finished.',
  ready: 'The answer is ready.',
  notCovered: 'The documentation may not cover this.',
  degraded: 'No answers at the moment.',
  closest: 'Closest sections',
  followUp: 'Ask another question',
  followUpHint: 'Each question is answered on its own.',
  hints: '↵ open    ↑↓ move    esc close',
  questionWords: 'how what why when where which who can do does is are will would could should',
  stopWords: 'how what why when where which who can do does is are will would could should the and for with',
}
