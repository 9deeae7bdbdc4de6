/**
 * The dialog: the field with its list, or the answers in place of the list.
 * Built once, at the first opening.
 */
import type { OverlayClient } from '../client/client.ts'
import { button, el, icon } from '../dom/dom.ts'
import type { RecentSearches } from '../state/recent-searches.ts'
import type { Turn } from '../state/turn.ts'
import type { Strings } from '../text/strings.ts'
import { createAnswersView, isComposing, MAX_QUESTION_LENGTH } from './answers-view.ts'
import { createSearchView } from './search-view.ts'

/** The parts that a dialog works with. */
export interface DialogDeps {
  readonly client: OverlayClient
  readonly strings: Strings
  readonly recent: RecentSearches
  /** Whether questions are answered, not only searched for. */
  readonly canAsk: boolean
}

/** The dialog of one element. */
export interface Dialog {
  readonly element: HTMLDialogElement
  /** Opens it, with new text in the field where some is given. */
  readonly open: (query?: string) => void
  /** Opens it and asks. */
  readonly ask: (question: string) => void
}

/** A dialog that is closed. */
export function createDialog(deps: DialogDeps): Dialog {
  const { strings, recent, canAsk } = deps
  const parts = { ...deps, announce, ask, onChange }
  const field = el('input', {
    class: 'field',
    role: 'combobox',
    'aria-controls': 'list',
    'aria-autocomplete': 'list',
    'aria-label': strings.label,
    placeholder: canAsk ? strings.searchOrAsk : strings.search,
    autocomplete: 'off',
    dir: 'auto',
    maxlength: MAX_QUESTION_LENGTH,
  })
  const back = button('back', strings.back, () => (show(false), field.focus()), icon('back'))
  const resume = button('resume', '', () => (show(true), back.focus()))
  const spoken = el('div', { class: 'spoken', role: 'status' })
  const search = createSearchView(field, parts)
  const answers = createAnswersView(parts)
  const close = button('close', strings.close, () => element.close(), icon('close'))
  const bar = el('div', 'bar', back, icon('search'), field, close)
  const hints = el('div', { class: 'hints', 'aria-hidden': 'true' }, strings.hints)
  const found = el('div', 'found', resume, search.note, search.list, hints)
  const panel = el('div', 'panel', bar, found, answers.element, spoken)
  const element = el('dialog', { 'aria-label': strings.label }, panel)

  field.oninput = (event) => {
    if (!('isComposing' in event && event.isComposing)) show(false)
  }
  field.addEventListener('compositionend', () => show(false))
  field.onkeydown = takeKey
  element.onclick = (event) => {
    // A link that opens in a new tab or window leaves the dialog as it is.
    const isLink = event.target instanceof Element && event.target.closest('[href]') !== null
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    if (event.target === element || (isLink && isPlain)) element.close()
  }
  // On phones the keyboard covers a part of the screen that CSS still counts.
  visualViewport?.addEventListener('resize', () => {
    element.style.setProperty('--screen', `${visualViewport?.height}px`)
  })

  function open(query?: string): void {
    if (!element.open) element.showModal()
    field.value = query ?? field.value
    if (query !== undefined || !found.hidden) show(false)
    field.focus()
    field.select()
    void search.suggest()
  }

  /** Shows the answers, or else the list for the field's text. */
  function show(isAnswer: boolean): void {
    answers.element.hidden = !isAnswer
    found.hidden = isAnswer
    back.hidden = !isAnswer
    if (isAnswer) field.ariaExpanded = 'false'
    else search.search()
  }

  function ask(question: string): void {
    recent.add(question)
    field.value = question
    search.stop()
    show(true)
    answers.ask(question)
  }

  /** Keeps the way back to the answer. */
  function onChange({ question, state }: Turn): void {
    resume.replaceChildren(icon('ask'), el('span', 'head', `${strings.answer}: ${question}`))
    resume.classList.toggle('busy', state === 'open')
  }

  function takeKey(event: KeyboardEvent): void {
    if (isComposing(event) || !/^(?:Enter|ArrowUp|ArrowDown)$/.test(event.key)) return
    event.preventDefault()
    if (found.hidden) show(false)
    else search.press(event)
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
