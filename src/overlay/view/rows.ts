/** What the list under the field shows, as groups of rows: results by page, the row that asks, recent searches, suggestions. */
import type { KeywordResult } from '../../answer/events/event.ts'
import type { IconName } from '../dom/icons.ts'
import type { Strings } from '../text/strings.ts'

export interface Row {
  readonly type: 'result' | 'ask' | 'suggestion' | 'recent' | 'clear'
  readonly icon: IconName
  /** What is asked or searched for; heading of a result; empty for what does something else. */
  readonly text: string
  /** Below it; may be empty. */
  readonly hint: string
  /** Of a result. */
  readonly url?: string
}

export interface RowGroup {
  /** Empty for rows that need no title. */
  readonly title: string
  /** What the page belongs to, empty where it belongs to nothing. */
  readonly path: string
  readonly rows: readonly Row[]
}

/** What there is to choose from. */
export interface ListContent {
  /** As it was typed. */
  readonly query: string
  readonly results: readonly KeywordResult[]
  readonly canAsk: boolean
  readonly isQuestion: boolean
  readonly recent: readonly string[]
  readonly suggestions: readonly string[]
}

/** What groups and rows say beside what was found. */
export type RowTexts = Pick<Strings, 'recent' | 'clearRecent' | 'suggestions' | 'introduction' | 'askHint'>

/** Groups in the order they are shown in; none of them is empty. */
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
    const address = url.split('#', 1)[0]!
    const page = pages.get(address) ?? { title, path, rows: [] }
    pages.set(address, page)
    const icon = heading === undefined ? 'page' : 'section'
    page.rows.push({ type: 'result', icon, text: heading ?? introduction, hint, url })
  }
  return [...pages.values()]
}
