/**
 * The text of a field -> the list below it: results as they are typed for, the
 * row that asks, recent searches, suggestions; and a note on a search that gave none.
 */
import type { OverlayClient } from '../client/client.ts'
import { NO_RESULTS, type SearchReply } from '../client/reply.ts'
import { el, icon, button } from '../dom/dom.ts'
import type { RecentSearches } from '../state/storage.ts'
import { createTypedSearch } from '../state/typed-search.ts'
import type { Strings } from '../text/strings.ts'
import { markWords } from './marks.ts'
import { type Row, type RowGroup, groupRows, type PageLink, readsAsQuestion } from './rows.ts'

/** The listbox of one field. */
interface ListView {
  readonly element: HTMLElement
  /** Draws rows; the first becomes the active one where there is a query. */
  readonly update: (groups: readonly RowGroup[], query: string) => void
  /** Moves the active row by a number of rows, around the ends. */
  readonly move: (by: number) => void
  /** Clicks the active row, if there is one; with `inNewTab` a link opens in a new tab. */
  readonly choose: (inNewTab: boolean) => void
}

/** An empty listbox. `onChoose` gets each clicked row; the browser follows links after it. */
function createListView(
  field: HTMLInputElement,
  strings: Strings,
  onChoose: (row: Row) => void,
): ListView {
  const element = el('div', { class: 'list', id: 'list', role: 'listbox', 'aria-label': strings.results })
  let options: readonly HTMLAnchorElement[] = []
  let active = -1

  function activate(index: number): void {
    const option = options[index]
    active = option === undefined ? -1 : index
    for (const [i, other] of options.entries()) other.ariaSelected = `${i === index}`
    if (option === undefined) field.removeAttribute('aria-activedescendant')
    else field.setAttribute('aria-activedescendant', option.id)
  }

  function marked(text: string, query: string): readonly (Node | string)[] {
    const parts = markWords(text, query, `${strings.questionWords} ${strings.stopWords}`)
    return parts.map((part, i) => (i % 2 ? el('mark', '', part) : part))
  }

  function update(groups: readonly RowGroup[], query: string): void {
    const made: HTMLAnchorElement[] = []
    const drawn = groups.map(({ rows, title, path }, i) => {
      const drawnRows = rows.map((row) => drawOption(row, query, made))
      if (!title && !path) return el('div', rows[0]?.type ?? '', ...drawnRows)
      const names = path && title ? `${path} › ` : path
      const name = el('div', { class: 'title', id: `group-${i}` }, el('span', 'path', names), ...marked(title, query))
      return el('div', { role: 'group', 'aria-labelledby': name.id }, name, ...drawnRows)
    })
    element.replaceChildren(...drawn)
    element.hidden = made.length === 0
    element.scrollTop = 0
    options = made
    // Suggestions may come while the answers are shown.
    field.ariaExpanded = `${made.length > 0 && element.offsetParent !== null}`
    // Enter in an empty field does nothing.
    activate(query.trim() ? 0 : -1)
  }

  function drawOption(row: Row, query: string, made: HTMLAnchorElement[]): HTMLElement {
    const { type, url, text, hint = '', alsoIn = [] } = row
    const id = `option-${made.length}`
    // The query is marked in results, not in rows that repeat it.
    const words = type === 'result' ? query : ''
    const isAsk = type === 'ask'
    const option = el(
      'a',
      { id, role: 'option', class: `row ${type}`, tabindex: -1, href: url ?? false },
      icon(row.icon),
      el(
        'span',
        'words',
        el('span', 'head', ...marked(isAsk ? `${strings.ask}: ${text}` : text, words)),
        el('span', { class: 'snippet', dir: 'auto' }, ...marked(hint, words)),
        el('span', 'snippet', alsoIn.length > 0 ? `${strings.alsoIn}: ${alsoIn.join(', ')}` : ''),
      ),
      el('kbd', { 'aria-hidden': 'true' }, isAsk ? '⇧↵' : '↵'),
    )
    const index = made.push(option) - 1
    option.onclick = () => onChoose(row)
    option.onpointermove = () => activate(index)
    return option
  }

  function move(by: number): void {
    if (options.length === 0) return
    activate((Math.max(active, by < 0 ? 0 : -1) + by + options.length) % options.length)
    // The title of the first group is above the first row.
    if (active === 0) element.scrollTop = 0
    options[active]?.scrollIntoView({ block: 'nearest' })
  }

  function choose(inNewTab: boolean): void {
    const option = options[active]
    if (inNewTab && option?.href) window.open(option.href, '_blank', 'noopener')
    else option?.click()
  }

  return { element, update, move, choose }
}

/** Milliseconds of rest before a count of results is spoken. */
const SPEAK_MS = 600
const SECOND_MS = 1_000
/** Milliseconds after which a reader is told that the search goes on. */
const SLOW_MS = 300
/** Pages of the site that are offered. */
const MAX_PAGES = 6
const NAVIGATION = 'nav a[href], aside a[href]'

/** The parts that a search view works with. */
export interface SearchViewDeps {
  readonly client: OverlayClient
  readonly strings: Strings
  readonly recent: RecentSearches
  /** True if questions are answered, not only searched for. */
  readonly canAsk: boolean
  /** True if questions of other readers complete what is typed. */
  readonly completes: boolean
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
  const { client, strings, recent, canAsk, completes, announce, ask } = deps
  const note = el('div', 'note')
  const list = createListView(field, strings, choose)
  const typed = createTypedSearch({ search: client.search, onReply, isLasting: ({ fault }) => !fault })
  /** The last reply, which stays until another comes. */
  let reply = NO_RESULTS
  let suggestions: readonly string[] | null = null
  /** Text of the last reply. */
  let shown = ''
  /** True if Enter came before the results that it was meant for. */
  let isEnterWaiting = false
  let hasMoved = false
  let speaking = 0
  let waiting = 0
  /** Seconds until a limited search is tried again; 0 for one that isn't limited. */
  let secondsLeft = 0

  function search(): void {
    const query = field.value
    isEnterWaiting = false
    if (!query.trim()) [shown, reply] = [query, NO_RESULTS]
    draw()
    if (secondsLeft === 0) typed.type(query)
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
    reply = next
    if (next.fault === 'limited') countDown(next.seconds)
    if (next.fault === 'offline') addEventListener('online', search, { once: true })
    draw()
    clearTimeout(speaking)
    speaking = setTimeout(() => {
      announce(note.hidden ? `${strings.results}: ${next.results.length}` : note.innerText)
    }, SPEAK_MS)
    if (query !== field.value) return
    if (isEnterWaiting && !next.fault) list.choose(false)
    isEnterWaiting = false
  }

  function countDown(seconds: number): void {
    secondsLeft = seconds
    if (seconds > 0) setTimeout(() => countDown(seconds - 1), SECOND_MS)
    if (seconds > 0) drawNote()
    else search()
  }

  function draw(): void {
    const query = field.value
    const isCurrent = query === shown
    list.update(groupRows({
      query,
      results: reply.results,
      canAsk,
      isQuestion: isQuestion(),
      recent: recent.list(),
      suggestions: suggestions ?? [],
      completions: completes ? reply.completions : [],
      pages: isCurrent ? topPages() : [],
    }, strings), query)
    hasMoved = false
    const isWaiting = !isCurrent && secondsLeft === 0
    field.classList.toggle('busy', isWaiting)
    list.element.ariaBusy = `${isWaiting}`
    clearTimeout(waiting)
    // The note of the last reply stays, as its results do.
    if (isWaiting) waiting = setTimeout(drawWaiting, SLOW_MS)
    else drawNote()
  }

  function drawWaiting(): void {
    note.hidden = false
    note.replaceChildren(el('p', 'head', `${strings.searching}…`))
    announce(strings.searching)
  }

  function drawNote(): void {
    const { fault, notice, results } = reply
    note.hidden = !field.value.trim() || (secondsLeft === 0 && results.length > 0 && !notice)
    const text = fault
      ? strings[fault].replace('{}', `${secondsLeft}`)
      : notice || `${strings.noResults}: ${shown.trim()}`
    note.replaceChildren(el('p', 'head', text), fault === 'searchFailed' ? button('retry', strings.retry, search) : '')
  }

  function isQuestion(): boolean {
    return readsAsQuestion(field.value, strings.questionWords)
  }

  function choose({ type, text, url }: Row): void {
    if (type === 'result') {
      const rank = reply.results.findIndex((result) => result.url === url) + 1
      if (reply.feedback) client.report({ query: shown, rank })
      recent.add(field.value)
    } else if (canAsk && (type === 'ask' || type === 'suggestion')) ask(text)
    else if (type !== 'page') {
      if (type === 'clear') recent.clear()
      else field.value = text
      search()
    }
  }

  function press({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): void {
    if (key !== 'Enter') {
      list.move(key === 'ArrowDown' ? 1 : -1)
      hasMoved = true
    } else if (shiftKey && canAsk && field.value.trim()) ask(field.value.trim())
    else if (shown === field.value || hasMoved || (canAsk && isQuestion())) list.choose(ctrlKey || metaKey)
    else isEnterWaiting = true
  }

  return { note, list: list.element, search, stop: () => typed.type(''), press, suggest }
}

/** The first pages of the site: links of the page's navigation to other pages, each page once. */
function topPages(): readonly PageLink[] {
  const pages = new Map<string, string>()
  for (const { pathname, origin, textContent } of document.querySelectorAll<HTMLAnchorElement>(NAVIGATION)) {
    const isOther = origin === location.origin && pathname !== location.pathname
    if (isOther && textContent.trim() && pages.size < MAX_PAGES && !pages.has(pathname)) {
      pages.set(pathname, textContent.trim())
    }
  }
  return [...pages].map(([url, text]) => ({ text, url }))
}
