/** What the list under the field shows, as groups of rows: results by page, the row that asks, recent searches, suggestions. */
import type { KeywordResult } from '../answer/event.ts'

export type Row =
  | { readonly type: 'result'; readonly result: KeywordResult }
  /** Asks what was typed, or a suggestion. */
  | { readonly type: 'ask' | 'suggestion'; readonly text: string }
  | { readonly type: 'recent'; readonly text: string }
  | { readonly type: 'clear' }

export interface RowGroup {
  /** Empty for rows that need no title. */
  readonly title: string
  /** What the page belongs to, empty where it belongs to nothing. */
  readonly path: string
  readonly rows: readonly Row[]
}

/** What there is to choose from. */
export interface Choice {
  /** As it was typed. */
  readonly query: string
  readonly results: readonly KeywordResult[]
  readonly canAsk: boolean
  readonly isQuestion: boolean
  readonly recent: readonly string[]
  readonly suggestions: readonly string[]
}

/** Of the groups of rows under an empty field. */
export interface Titles {
  readonly recent: string
  readonly suggestions: string
}

/** Groups in the order they are shown in; none of them is empty. */
export function groupRows(choice: Choice, titles: Titles): readonly RowGroup[] {
  const { query, results, canAsk, isQuestion, recent, suggestions } = choice
  if (query.trim() === '') {
    const groups: RowGroup[] = []
    const searches = recent.map((text): Row => ({ type: 'recent', text }))
    if (recent.length > 0) groups.push({ title: titles.recent, path: '', rows: [...searches, { type: 'clear' }] })
    const rows = suggestions.map((text): Row => ({ type: 'suggestion', text }))
    if (rows.length > 0) groups.push({ title: titles.suggestions, path: '', rows })
    return groups
  }
  const pages = groupByPage(results)
  if (!canAsk) return pages
  const ask: RowGroup = { title: '', path: '', rows: [{ type: 'ask', text: query.trim() }] }
  return isQuestion ? [ask, ...pages] : [...pages, ask]
}

/** Pages in the order of their best result. */
export function groupByPage(results: readonly KeywordResult[]): readonly RowGroup[] {
  const pages = new Map<string, KeywordResult[]>()
  for (const result of results) {
    const page = result.url.split('#', 1)[0] ?? ''
    pages.set(page, [...(pages.get(page) ?? []), result])
  }
  return [...pages.values()].map((sections) => ({
    title: sections[0]?.title ?? '',
    path: sections[0]?.group ?? '',
    rows: sections.map((result) => ({ type: 'result', result })),
  }))
}
