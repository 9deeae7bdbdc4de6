/**
 * The text of a field -> the list below it: results as they are typed for, the
 * row that asks, recent searches and suggestions.
 */
import type { KeywordResult } from '../../answer/events/event.ts'
import type { OverlayClient } from '../client/client.ts'
import { button, el } from '../dom/dom.ts'
import { readsAsQuestion } from '../state/question.ts'
import type { RecentSearches } from '../state/recent-searches.ts'
import { createTypedSearch } from '../state/typed-search.ts'
import type { Strings } from '../text/strings.ts'
import { createListView } from './list-view.ts'
import { groupRows, type Row } from './rows.ts'

/** Milliseconds of rest before a count of results is spoken. */
const SPEAK_MS = 600

/** The parts that a search view works with. */
export interface SearchViewDeps {
  readonly client: OverlayClient
  readonly strings: Strings
  readonly recent: RecentSearches
  /** Whether questions are answered, not only searched for. */
  readonly canAsk: boolean
  /** Says something once to readers who can't see it. */
  readonly announce: (text: string) => void
  readonly ask: (question: string) => void
}

/** The list of a field, with a note above it for a search without results. */
export interface SearchView {
  readonly note: HTMLElement
  readonly list: HTMLElement
  /** Searches for the field's text. */
  readonly search: () => void
  /** Ends the search under way. */
  readonly stop: () => void
  /** Takes Enter, ArrowUp or ArrowDown. */
  readonly press: (event: KeyboardEvent) => void
  /** Gets the suggestions where it has none. */
  readonly suggest: () => Promise<void>
}

/** The view of a field that nothing was typed into. */
export function createSearchView(field: HTMLInputElement, deps: SearchViewDeps): SearchView {
  const { client, strings, recent, canAsk, announce, ask } = deps
  const note = el('div', 'note')
  const list = createListView(field, strings, choose)
  const typed = createTypedSearch({ search: client.search, onReply })
  /** Null when the search has failed. */
  let results: readonly KeywordResult[] | null = []
  let suggestions: readonly string[] | null = null
  /** Text whose results are shown. */
  let shown = ''
  /** Whether Enter came before the results that it was meant for. */
  let isEnterWaiting = false
  let hasMoved = false
  let timer = 0

  function search(): void {
    const query = field.value
    isEnterWaiting = false
    if (query.trim() === '') [shown, results] = [query, []]
    draw()
    typed.type(query === shown && results !== null ? '' : query)
  }

  async function suggest(): Promise<void> {
    if (suggestions !== null || !canAsk) return
    suggestions = []
    // Null where it fails: then the next opening asks again.
    suggestions = await client.suggestions().catch(() => null)
    if (field.value === '') draw()
  }

  function onReply(query: string, reply: readonly KeywordResult[] | null): void {
    shown = query
    results = reply
    draw()
    clearTimeout(timer)
    timer = setTimeout(() => {
      announce(note.hidden ? `${strings.results}: ${results?.length}` : note.innerText)
    }, SPEAK_MS)
    if (isEnterWaiting && reply !== null) list.choose(false)
    isEnterWaiting = false
  }

  function draw(): void {
    const query = field.value
    list.update(groupRows({
      query,
      results: results ?? [],
      canAsk,
      isQuestion: isQuestion(),
      recent: recent.list(),
      suggestions: suggestions ?? [],
    }, strings), query)
    hasMoved = false
    note.hidden = query.trim() === '' || query !== shown || (results !== null && results.length > 0)
    if (results === null) note.replaceChildren(el('p', '', strings.searchFailed), button('retry', strings.retry, search))
    else note.replaceChildren(el('p', 'head', `${strings.noResults}: ${query.trim()}`), strings.noResultsHint)
  }

  function isQuestion(): boolean {
    return readsAsQuestion(field.value, strings.questionWords)
  }

  function choose(row: Row): void {
    if (row.type === 'result') return recent.add(field.value)
    if (row.type === 'ask' || row.type === 'suggestion') return ask(row.text)
    if (row.type === 'recent') field.value = row.text
    else recent.clear()
    search()
  }

  function press({ key, ctrlKey, metaKey }: KeyboardEvent): void {
    if (key !== 'Enter') {
      list.move(key === 'ArrowDown' ? 1 : -1)
      hasMoved = true
    } else if (shown === field.value || hasMoved || (canAsk && isQuestion())) list.choose(ctrlKey || metaKey)
    else isEnterWaiting = true
  }

  return { note, list: list.element, search, stop: () => typed.type(''), press, suggest }
}
