/**
 * The dialog: the field with its list, the answers, and which of the two is
 * shown. Built once, at the first opening.
 */
import type { KeywordResult } from '../../answer/events/event.ts'
import { createAnswersView, isComposing, MAX_QUESTION_LENGTH } from './answers-view.ts'
import type { OverlayClient } from '../client/client.ts'
import { button, el, icon } from '../dom/dom.ts'
import { createListView } from './list-view.ts'
import { readsAsQuestion } from '../state/question.ts'
import type { RecentSearches } from '../state/recent-searches.ts'
import { groupRows, type Row } from './rows.ts'
import type { Strings } from '../text/strings.ts'
import type { Turn } from '../state/turn.ts'
import { createTypedSearch } from '../state/typed-search.ts'

/** Milliseconds of rest before a count of results is spoken. */
const SPEAK_MS = 600

export interface DialogOptions {
  readonly client: OverlayClient
  readonly strings: Strings
  readonly recent: RecentSearches
  /** Whether questions are answered, not only searched for. */
  readonly canAsk: boolean
}

export interface Dialog {
  readonly element: HTMLDialogElement
  /** Opens it, with new text in the field where some is given. */
  readonly open: (query?: string) => void
  /** Opens it and asks. */
  readonly ask: (question: string) => void
}

export function createDialog({ client, strings, recent, canAsk }: DialogOptions): Dialog {
  const field = createField(canAsk ? strings.searchOrAsk : strings.search, strings.label)
  const back = button('back', strings.back, () => (show(false), field.focus()), icon('back'))
  const resume = button('resume', '', () => (show(true), back.focus()))
  const spoken = el('div', { class: 'spoken', role: 'status' })
  const note = el('div', 'note')
  const list = createListView(field, strings, choose)
  const answers = createAnswersView({ client, strings, announce, ask, onChange })
  const bar = el('div', 'bar', back, icon('search'), field, button('close', strings.close, () => element.close(), icon('close')))
  const hints = el('div', { class: 'hints', 'aria-hidden': 'true' }, strings.hints)
  const found = el('div', 'found', resume, note, list.element, hints)
  const panel = el('div', 'panel', bar, found, answers.element, spoken)
  const element = el('dialog', { 'aria-label': strings.label }, panel)
  const search = createTypedSearch<readonly KeywordResult[] | null>({ search: client.search, onReply, failed: null })
  /** Null when the search has failed. */
  let results: readonly KeywordResult[] | null = []
  let suggestions: readonly string[] | null = null
  /** Text whose results are shown. */
  let shown = ''
  /** Enter came before the results of what it was meant for. */
  let isEnterWaiting = false
  let hasMoved = false
  let timer = 0

  field.oninput = (event) => {
    if (!('isComposing' in event && event.isComposing)) type()
  }
  field.addEventListener('compositionend', type)
  field.onkeydown = takeKey
  element.onclick = (event) => {
    // A link that opens in a new tab or window leaves the dialog as it is.
    const isLink = event.target instanceof Element && event.target.closest('[href]') !== null
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    if (event.target === element || (isLink && isPlain)) element.close()
  }
  // On phones the keyboard covers what is laid out for the whole screen.
  visualViewport?.addEventListener('resize', () => {
    element.style.setProperty('--screen', `${visualViewport!.height}px`)
  })

  function open(query?: string): void {
    if (!element.open) element.showModal()
    field.value = query ?? field.value
    if (query !== undefined || found.hidden !== true) show(false)
    field.focus()
    field.select()
    if (suggestions === null && canAsk) void suggest()
  }

  async function suggest(): Promise<void> {
    suggestions = []
    // Asked for again at the next opening, where it fails.
    suggestions = await client.suggestions().catch(() => null)
    if (field.value === '') draw()
  }

  /** Shows the answers, or else the list. */
  function show(isAnswer: boolean): void {
    answers.element.hidden = !isAnswer
    found.hidden = isAnswer
    back.hidden = !isAnswer
    if (isAnswer) field.ariaExpanded = 'false'
    else type()
  }

  function ask(question: string): void {
    recent.add(question)
    field.value = question
    search.type('')
    show(true)
    answers.ask(question)
  }

  function type(): void {
    isEnterWaiting = false
    if (found.hidden) return show(false)
    if (field.value.trim() === '') [shown, results] = [field.value, []]
    draw()
    search.type(field.value === shown && results !== null ? '' : field.value)
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
    const isQuestion = readsAsQuestion(query, strings.questionWords)
    const choice = { query, results: results ?? [], canAsk, isQuestion, recent: recent.list(), suggestions: suggestions ?? [] }
    list.update(groupRows(choice, strings), query)
    hasMoved = false
    note.hidden = query.trim() === '' || query !== shown || (results !== null && results.length > 0)
    if (results === null) note.replaceChildren(el('p', '', strings.searchFailed), button('retry', strings.retry, type))
    else note.replaceChildren(el('p', 'head', `${strings.noResults}: ${query.trim()}`), strings.noResultsHint)
  }

  function choose(row: Row): void {
    if (row.type === 'result') return recent.add(field.value)
    if (row.type === 'ask' || row.type === 'suggestion') return ask(row.text)
    if (row.type === 'recent') field.value = row.text
    else recent.clear()
    type()
  }

  /** Keeps the way back to the answer. */
  function onChange({ question, state }: Turn): void {
    resume.replaceChildren(icon('ask'), el('span', 'head', `${strings.answer}: ${question}`))
    resume.classList.toggle('busy', state === 'open')
  }

  function takeKey(event: KeyboardEvent): void {
    const { key } = event
    if (isComposing(event) || !/^(?:Enter|ArrowUp|ArrowDown)$/.test(key)) return
    event.preventDefault()
    if (found.hidden) return show(false)
    if (key !== 'Enter') {
      list.move(key === 'ArrowDown' ? 1 : -1)
      hasMoved = true
    } else if (shown === field.value || hasMoved || (canAsk && readsAsQuestion(field.value, strings.questionWords))) {
      list.choose(event.ctrlKey || event.metaKey)
    } else isEnterWaiting = true
  }

  function announce(text: string): void {
    spoken.textContent = text
  }

  show(false)
  return {
    element,
    open,
    ask: (question) => {
      open()
      ask(question)
    },
  }
}

function createField(placeholder: string, label: string): HTMLInputElement {
  return el('input', {
    class: 'field',
    role: 'combobox',
    'aria-label': label,
    'aria-controls': 'list',
    'aria-autocomplete': 'list',
    placeholder,
    dir: 'auto',
    autocomplete: 'off',
    maxlength: MAX_QUESTION_LENGTH,
  })
}
