/**
 * The content of the list below the field, as groups of rows: results by page,
 * the row that asks, recent searches, suggestions.
 */
import type { KeywordResult } from '../../answer/events/event.ts'
import type { IconName } from '../dom/icons.ts'
import type { Strings } from '../text/strings.ts'

/** One row of the list. */
export interface Row {
  readonly type: 'result' | 'ask' | 'suggestion' | 'recent' | 'clear'
  readonly icon: IconName
  /** The question or query; the heading of a result; empty for a row that does something else. */
  readonly text: string
  /** Text below it; may be empty. */
  readonly hint: string
  /** Address of a result. */
  readonly url?: string
}

/** Rows under one title. */
export interface RowGroup {
  /** Empty for rows that need no title. */
  readonly title: string
  /** Group of the page, empty where it has none. */
  readonly path: string
  readonly rows: readonly Row[]
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
}

/** The fixed texts of groups and rows. */
export type RowTexts = Pick<Strings, 'recent' | 'clearRecent' | 'suggestions' | 'introduction' | 'askHint'>

/** Groups in the order in which they are shown, without empty ones. */
export function groupRows(choice: ListContent, texts: RowTexts): readonly RowGroup[] {
  const { query, results, canAsk, isQuestion, recent, suggestions } = choice
  if (query.trim() === '') {
    const searches = recent.map((text): Row => ({ type: 'recent', icon: 'search', text, hint: '' }))
    if (recent.length > 0) searches.push({ type: 'clear', icon: 'close', text: '', hint: texts.clearRecent })
    const rows = suggestions.map((text): Row => ({ type: 'suggestion', icon: 'ask', text, hint: '' }))
    const groups = [{ title: texts.recent, path: '', rows: searches }, { title: texts.suggestions, path: '', rows }]
    return groups.filter(({ rows }) => rows.length > 0)
  }
  const pages = groupByPage(results, texts)
  if (!canAsk) return pages
  const row: Row = { type: 'ask', icon: 'ask', text: query.trim(), hint: texts.askHint }
  const ask: RowGroup = { title: '', path: '', rows: [row] }
  return isQuestion ? [ask, ...pages] : [...pages, ask]
}

/** Pages in the order of their best result. */
function groupByPage(results: readonly KeywordResult[], { introduction }: RowTexts): readonly RowGroup[] {
  const pages = new Map<string, { readonly title: string; readonly path: string; readonly rows: Row[] }>()
  for (const { title, heading, url, group: path = '', snippet: hint } of results) {
    const [address = ''] = url.split('#', 1)
    const page = pages.get(address) ?? { title, path, rows: [] }
    pages.set(address, page)
    const icon = heading === undefined ? 'page' : 'section'
    page.rows.push({ type: 'result', icon, text: heading ?? introduction, hint, url })
  }
  return [...pages.values()]
}
