/**
 * The content of the list below the field, as groups of rows: results by page,
 * questions that complete the query, the row that asks, recent searches, suggestions, pages of the site.
 */
import type { KeywordResult } from '../../../core/answer.ts'
import type { IconName } from '../dom/icons.ts'
import type { Strings } from '../text/strings.ts'

/** One row of the list. */
export interface Row {
  readonly type: 'result' | 'ask' | 'suggestion' | 'recent' | 'clear' | 'page'
  readonly icon: IconName
  /** The question or query; the heading of a result or the title of a page; what a row of another type does. */
  readonly text: string
  /** Text below it. */
  readonly hint?: string
  /** Other versions of a result. */
  readonly alsoIn?: readonly string[] | undefined
  /** Address of a result or page. */
  readonly url?: string
}

/** Rows under one title. */
export interface RowGroup {
  /** Empty for rows that need no title, as the first of them has it. */
  readonly title: string
  /** Group of the page, empty where it has none. */
  readonly path: string
  readonly rows: readonly Row[]
}

/** A page of the site. */
export interface PageLink {
  readonly text: string
  readonly url: string
}

/** The query with everything that can be chosen for it. */
export interface ListContent {
  /** As it was typed. */
  readonly query: string
  readonly results: readonly KeywordResult[]
  readonly canAsk: boolean
  readonly isQuestion: boolean
  readonly recent: readonly string[]
  readonly suggestions: readonly string[]
  /** Questions that complete the query. */
  readonly completions: readonly string[]
  /** Pages to begin with, where nothing else is offered. */
  readonly pages: readonly PageLink[]
}

/** The fixed texts of groups and rows. */
export type RowTexts = Pick<Strings, 'recent' | 'clearRecent' | 'suggestions' | 'pages' | 'askHint'>

/** Groups in the order in which they are shown, without empty ones. */
export function groupRows(choice: ListContent, texts: RowTexts): readonly RowGroup[] {
  const { query, results, canAsk, isQuestion, recent, suggestions, completions, pages } = choice
  const group = (title: string, rows: readonly Row[]): RowGroup => ({ title, path: '', rows })
  const links = group(texts.pages, pages.map((page): Row => ({ type: 'page', icon: 'page', ...page })))
  const groups: RowGroup[] = []
  if (!query.trim()) {
    const searches = recent.map((text): Row => ({ type: 'recent', icon: 'search', text }))
    if (recent.length > 0) searches.push({ type: 'clear', icon: 'close', text: texts.clearRecent })
    const rows = suggestions.map(suggestionOf)
    groups.push(group(texts.recent, searches), rows.length > 0 ? group(texts.suggestions, rows) : links)
  } else {
    groups.push(...(results.length > 0 ? groupByPage(results) : [links]))
    groups.push(group(texts.suggestions, completions.map(suggestionOf)))
    const ask = group('', canAsk ? [{ type: 'ask', icon: 'ask', text: query.trim(), hint: texts.askHint }] : [])
    if (isQuestion) groups.unshift(ask)
    else groups.push(ask)
  }
  return groups.filter(({ rows }) => rows.length > 0)
}

function suggestionOf(text: string): Row {
  return { type: 'suggestion', icon: 'ask', text }
}

/** Pages in the order of their best result. */
function groupByPage(results: readonly KeywordResult[]): readonly RowGroup[] {
  const pages = new Map<string, { readonly title: string; readonly path: string; readonly rows: Row[] }>()
  for (const { title, heading, url, group: path = '', snippet: hint, alsoIn } of results) {
    const [address = ''] = url.split('#', 1)
    // A page that is found itself needs no title above it.
    const page = pages.get(address) ?? { title: heading === undefined ? '' : title, path, rows: [] }
    pages.set(address, page)
    const icon = heading === undefined ? 'page' : 'section'
    page.rows.push({ type: 'result', icon, text: heading ?? title, hint, url, alsoIn })
  }
  return [...pages.values()]
}

/**
 * True for text that reads as a question. `questionWords` are in lower case, separated by spaces; they begin a
 * question, and are anywhere in it in scripts without spaces.
 */
export function readsAsQuestion(text: string, questionWords: string): boolean {
  const words = text.trim().toLowerCase().split(/\s+/)
  const isAsked = /[?？؟]$/.test(text.trim())
  const isQuestionWord = (word: string) =>
    word > '\u2e7f' ? text.includes(word) : words.length > 2 && words[0] === word
  return isAsked || questionWords.split(' ').some(isQuestionWord)
}
