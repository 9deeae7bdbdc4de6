/**
 * The text of a field -> the list below it: results as they are typed for, the
 * row that asks, recent searches, suggestions; and a note on a search that gave none.
 */
import type { OverlayClient } from '../client/client.ts'
import { NO_RESULTS, type SearchReply } from '../client/messages.ts'
import { button, el } from '../dom/dom.ts'
import type { RecentSearches } from '../state/storage.ts'
import { createTypedSearch } from '../state/typed-search.ts'
import type { PageStrings } from '../text/strings.ts'
import { createListView } from './list-view.ts'
import { groupRows, readsAsQuestion, type Row } from './rows.ts'

/** Milliseconds of rest before a count of results is spoken. */
const SPEAK_MS = 600
const SECOND_MS = 1_000
/** Milliseconds after which a reader is told that the search goes on. */
const SLOW_MS = 300

export interface SearchViewDeps {
  readonly client: OverlayClient
  readonly strings: PageStrings
  readonly recent: RecentSearches
  readonly canAsk: boolean
  /** True if questions of other readers complete what is typed. */
  readonly completes: boolean
  /** Says something once to readers who can't see it. */
  readonly announce: (text: string) => void
  readonly ask: (question: string) => void
}

/**
 * The view of a field that nothing was typed into: the list, a note above it for a search without results, and a foot
 * with the number of results and the keys.
 */
export function createSearchView(field: HTMLInputElement, deps: SearchViewDeps) {
  const { client, strings, recent, canAsk, completes, announce, ask } = deps
  const note = el('div', 'note')
  const count = el('span')
  const key = (keys: string, name: string) => [el('kbd', '', keys), el('bdi', '', name)]
  const asks = canAsk ? key('⇧↵', strings.ask) : []
  const keys = [...key('↑↓', strings.select), ...key('↵', strings.open), ...asks, ...key('Esc', strings.close)]
  const foot = el('div', 'foot', count, el('span', { class: 'keys', 'aria-hidden': 'true' }, ...keys))
  const list = createListView(field, strings, choose)
  const countOf = ({ results, more }: SearchReply) => `${strings.results}: ${results.length}${more ? '+' : ''}`
  const isQuestion = () => readsAsQuestion(field.value, strings.questionWords)
  const type = createTypedSearch((query, signal) => client.search(query, signal, isAll), onReply)
  /** The last reply, which stays until another comes. */
  let reply = NO_RESULTS
  let suggestions: readonly string[] | null = null
  /** Text of the last reply. */
  let shown = ''
  /** True if Enter came before the results that it was meant for. */
  let isEnterWaiting = false
  let hasMoved = false
  let isAll = false
  let speaking = 0
  let waiting = 0
  /** True until a search that is limited is tried again. */
  let isLimited = false

  function search(): void {
    const query = field.value
    isEnterWaiting = isAll = false
    if (!query.trim()) [shown, reply] = [query, NO_RESULTS]
    draw()
    if (!isLimited) type(query)
  }

  async function suggest(): Promise<void> {
    if (suggestions !== null || !canAsk) return
    suggestions = []
    // Null where it fails: then the next opening asks again.
    suggestions = await client.suggestions().catch(() => null)
    if (!field.value) draw()
  }

  function onReply(query: string, next: SearchReply): void {
    shown = query
    // Where more results fail to come, those before them stay.
    reply = isAll && next.fault ? { ...reply, fault: next.fault, seconds: next.seconds } : next
    isAll &&= !next.fault
    if (next.fault === 'limited') {
      isLimited = true
      setTimeout(() => {
        isLimited = false
        search()
      }, next.seconds * SECOND_MS)
    }
    if (next.fault === 'offline') addEventListener('online', search, { once: true })
    draw()
    clearTimeout(speaking)
    speaking = setTimeout(() => announce(note.hidden ? countOf(next) : note.innerText), SPEAK_MS)
    if (query !== field.value) return
    if (isEnterWaiting && !next.fault) list.choose(false)
    isEnterWaiting = false
  }

  function draw(): void {
    const query = field.value
    const offers = { recent: recent.list(), suggestions: suggestions ?? [], completions: completes ? reply.completions : [] }
    list.update(groupRows({ ...reply, ...offers, query, isAll, canAsk, isQuestion: isQuestion() }, strings), query, isAll)
    count.textContent = reply.results.length > 0 ? countOf(reply) : ''
    hasMoved = false
    const isWaiting = query !== shown && !isLimited
    field.classList.toggle('busy', isWaiting)
    list.element.ariaBusy = `${isWaiting}`
    clearTimeout(waiting)
    // The note of the last reply stays, as its results do.
    if (!isWaiting) return drawNote()
    waiting = setTimeout(() => {
      note.hidden = false
      note.replaceChildren(el('p', 'head', `${strings.searching}…`))
      announce(strings.searching)
    }, SLOW_MS)
  }

  function drawNote(): void {
    const { fault, seconds, notice, results } = reply
    note.hidden = !field.value.trim() || (!fault && results.length > 0 && !notice)
    const text = fault ? strings[fault].replace('{}', `${seconds}`) : notice || `${strings.noResults}: ${shown.trim()}`
    // The button goes with its note, and would take the focus with it.
    const retry = button('retry', strings.retry, () => (field.focus(), search()))
    note.replaceChildren(el('p', 'head', text), fault === 'searchFailed' ? retry : '')
  }

  function choose({ type: kind, text, url }: Row): void {
    if (kind === 'result') {
      const rank = reply.results.findIndex((result) => result.url === url) + 1
      if (reply.feedback) client.report({ query: shown, rank })
      recent.add(field.value)
    } else if (kind === 'more') {
      isAll = true
      if (reply.more) type(shown)
      else draw()
    } else if (kind === 'ask') ask(field.value.trim())
    else if (canAsk && kind === 'suggestion') ask(text)
    else {
      if (kind === 'clear') recent.clear()
      else field.value = text
      search()
    }
  }

  function press(event: KeyboardEvent): void {
    if (event.key !== 'Enter') {
      list.move(event.key === 'ArrowDown' ? 1 : -1)
      hasMoved = true
    } else if (event.shiftKey && canAsk && field.value.trim()) ask(field.value.trim())
    else if (shown === field.value || hasMoved || (canAsk && isQuestion())) list.choose(event.ctrlKey || event.metaKey)
    else isEnterWaiting = true
  }

  return { note, list: list.element, foot, search, stop: () => type(''), press, suggest }
}
