/**
 * The dialog: the field with its list, or the answers in place of the list. Built once, at the first opening. It is
 * over the page, at its side, or docked there so that the page can be used beside it; and in the history of the window,
 * so that Back closes it on phones.
 */
import { el, icon, iconButton, styleSheet } from '../dom/dom.ts'
import { hasModifier, isComposing } from '../dom/keys.ts'
import type { StoredRecord } from '../state/storage.ts'
import { readThread, type Thread } from '../state/turn.ts'
import { createAnswersView, MAX_QUESTION_LENGTH } from './answers-view.ts'
import { rememberVisit } from './page-marks.ts'
import { createSearchView, type SearchViewDeps } from './search-view.ts'

interface DialogDeps extends Omit<SearchViewDeps, 'announce' | 'ask'> {
  /** Holds the thread of the session. */
  readonly session: StoredRecord
  /** True if it opens at the side for a reader who has not chosen yet. */
  readonly isPanel: boolean
}

export type Dialog = ReturnType<typeof createDialog>

/** Links that the page follows; the browser opens the others. */
const FOLLOWED = 'a[href]:not([target])'

/** A dialog that is closed. */
export function createDialog(deps: DialogDeps) {
  const { strings, recent, canAsk, session } = deps
  const parts = { ...deps, announce: (text: string) => void (spoken.textContent = text), ask, onChange }
  const field = el('input', {
    class: 'field',
    role: 'combobox',
    enterkeyhint: 'search',
    'aria-controls': 'list',
    'aria-autocomplete': 'list',
    'aria-label': strings.label,
    placeholder: canAsk ? strings.searchOrAsk : strings.search,
    autocomplete: 'off',
    // Names in code are no typos.
    autocorrect: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    dir: 'auto',
    maxlength: MAX_QUESTION_LENGTH,
  })
  const erase = iconButton('erase', strings.clear, () => open(''))
  const back = iconButton('back', strings.back, () => goBack())
  const resume = el('button', 'resume')
  const fresh = iconButton('fresh', strings.fresh, () => (answers.show([]), goBack()))
  const side = iconButton('side', strings.side, () => (placement.toggle(), field.focus()))
  const close = iconButton('close', strings.close, () => element.close())
  const spoken = el('div', { class: 'spoken', role: 'status' })
  const search = createSearchView(field, parts)
  const answers = createAnswersView(parts)
  const bar = el('div', 'bar', back, icon('search'), field, erase, fresh, side, close)
  const found = el('div', 'found', resume, search.note, search.list, search.foot)
  const panel = el('div', 'panel', bar, found, answers.element, spoken)
  const element = el('dialog', { 'aria-label': strings.label }, panel)
  const stored = readThread(session)
  const placement = createPlacement(element, panel, stored?.isPanel ?? deps.isPanel)
  const entry = createHistoryEntry(element)
  /** Text of the field before the answers were shown. */
  let lastQuery = ''
  /** True if the pointer went down beside the panel, not where a selection began. */
  let isPressedOutside = false

  // Text that an input method still composes counts, too: phones compose every word, and some text is never committed.
  field.oninput = () => show(false)
  field.onkeydown = takeKey
  resume.onclick = () => (show(true), back.focus())
  element.onkeypress = element.onkeyup = keepKey
  element.onkeydown = (event) => {
    keepKey(event)
    if (isComposing(event)) return
    if (event.key === 'Escape' && placement.isDocked()) element.close()
    if (event.key === 'Tab' && !placement.isDocked()) wrapFocus(event, panel)
  }
  // If it returned false, the press would neither give the focus nor select.
  element.onpointerdown = ({ target }) => void (isPressedOutside = target === element)
  element.onclick = (event) => {
    const { target } = event
    // A link that opens in a new tab or window leaves the dialog as it is, and so does the page's side.
    const isPlain = !(hasModifier(event) || event.shiftKey || event.defaultPrevented)
    const link = isPlain && target instanceof Element ? target.closest<HTMLAnchorElement>(FOLLOWED) : null
    // The second click of a double click on a button does not close what the first one opened.
    const isOutside = isPressedOutside && target === element && event.detail < 2
    if (!placement.isDocked() && (isOutside || link)) element.close()
    if (link !== null) {
      event.preventDefault()
      if (link.matches('.result')) rememberVisit(link.href, field.value)
      entry.leave(() => followLink(link))
    }
  }
  element.addEventListener('close', () => {
    if (element.isConnected) save()
    entry.leave()
  })

  function open(query?: string): void {
    placement.open()
    if (!placement.isDocked()) entry.enter()
    field.value = query ?? field.value
    if (query !== undefined || !found.hidden) show(false)
    field.focus()
    field.select()
    void search.suggest()
  }

  function show(isAnswer: boolean): void {
    answers.element.hidden = fresh.hidden = back.hidden = !isAnswer
    found.hidden = isAnswer
    if (isAnswer) field.ariaExpanded = 'false'
    else search.search()
  }

  function goBack(): void {
    field.value = lastQuery
    show(false)
    field.focus()
  }

  function ask(question: string): void {
    recent.add(question)
    // The question is shown with its answer.
    lastQuery = field.value || lastQuery
    field.value = ''
    search.stop()
    show(true)
    answers.ask(question)
  }

  /** Keeps the way back to the answers, here and on the next page. */
  function onChange(): void {
    const turn = answers.turns().at(-1)
    resume.replaceChildren(...(turn ? [icon('ask'), el('span', 'head', `${strings.answer}: ${turn.question}`)] : []))
    resume.classList.toggle('busy', turn?.state === 'open')
    save()
  }

  function save(): void {
    const thread: Thread = {
      turns: answers.turns(),
      isShown: !answers.element.hidden,
      isDocked: element.open && placement.isDocked(),
      isPanel: placement.isPanel(),
    }
    session.write(thread)
  }

  function takeKey(event: KeyboardEvent): void {
    if (isComposing(event) || !/^(?:Enter|ArrowUp|ArrowDown)$/.test(event.key)) return
    event.preventDefault()
    if (found.hidden) show(false)
    else search.press(event)
  }

  /** Opens it as it was on the page before, without taking the focus. */
  function dock(): void {
    // Nothing in an inert dialog takes the focus when it opens.
    element.inert = true
    placement.open()
    element.inert = false
    void search.suggest()
  }

  show(stored?.turns[0] !== undefined && stored.isShown)
  if (stored) answers.show(stored.turns)
  return {
    element,
    isRunning: answers.isRunning,
    open,
    /** Opens it and asks; a question that is the thread's last one is shown, not asked twice. */
    ask: (question: string) => {
      open()
      const last = answers.turns().at(-1)
      if (last?.question === question && /open|done/.test(last.state)) show(true)
      else ask(question)
    },
    /** Opens it at the side, or closes it there. */
    toggleSide: () => {
      if (element.open && placement.isPanel()) return element.close()
      placement.toggle(true)
      open()
    },
    dock,
    save,
  }
}

/** Moves focus from the last control to the first, and back, as Firefox does not for a dialog in a shadow tree. */
function wrapFocus(event: KeyboardEvent, panel: HTMLElement): void {
  const all = panel.querySelectorAll<HTMLElement>('*')
  const stops = [...all].filter((stop) => stop.tabIndex === 0 && stop.checkVisibility())
  const [from, to] = event.shiftKey ? [0, -1] : [-1, 0]
  if (event.target !== stops.at(from)) return
  event.preventDefault()
  stops.at(to)?.focus()
}

/** Follows a link as one of the page's own, which a router in the page may take: most see no links in shadow roots. */
function followLink({ href }: HTMLAnchorElement): void {
  const link = el('a', { href })
  document.body.append(link)
  link.click()
  link.remove()
}

/** Keys typed here are no shortcuts of the page, which may take single letters; those with Ctrl or Command are. */
function keepKey(event: KeyboardEvent): void {
  if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
}

/** Widths of the window from which a panel is docked. */
const DOCKED_FROM = '(min-width: 1100px)'

/**
 * The place of a dialog that is closed; `isPanel` is the reader's choice so far. Only while the dialog is open it listens
 * to the window, and has a style sheet in the page: a page may make dialogs without end.
 */
function createPlacement(element: HTMLDialogElement, panel: HTMLElement, isPanel: boolean) {
  const margin = styleSheet('')
  const isWide = matchMedia(DOCKED_FROM)
  let listeners = new AbortController()

  /** True if the page can be used beside it. */
  const isDocked = () => isPanel && isWide.matches

  element.addEventListener('close', () => {
    drawMargin()
    if (element.open) return
    listeners.abort()
    element.style.height = ''
  })

  /** On phones the keyboard covers a part of the screen that CSS still counts. */
  function fit(): void {
    // A page that is zoomed with two fingers has the same height.
    const { height, scale } = visualViewport!
    element.style.height = `${height * scale}px`
  }

  /** Makes room for a docked panel, but not on paper, where there is none. */
  function drawMargin(): void {
    const width = element.open && isDocked() ? panel.offsetWidth : 0
    const others = document.adoptedStyleSheets.filter((sheet) => sheet !== margin)
    margin.replaceSync(`@media screen{html{margin-inline-end:${width}px!important}}`)
    document.adoptedStyleSheets = width ? [...others, margin] : others
  }

  /** Gives the dialog its place, and opens it there. */
  function place(): void {
    element.classList.toggle('beside', isPanel)
    if (element.open && element.matches(':modal') === isDocked()) element.close()
    if (!element.open && isDocked()) element.show()
    else if (!element.open) element.showModal()
    drawMargin()
    listeners.abort()
    listeners = new AbortController()
    isWide.addEventListener('change', follow, listeners)
    visualViewport?.addEventListener('resize', fit, listeners)
  }

  /** A dialog that was just closed may hear of the window once more. */
  function follow(): void {
    if (element.open) place()
  }

  /** Moves it to the side or back, or to the side where that is asked for; an open one stays open. */
  function toggle(to = !isPanel): void {
    isPanel = to
    follow()
  }

  /** `isPanel`: it is at the side, or will be when it opens. */
  return { open: place, toggle, isDocked, isPanel: () => isPanel }
}

const PHONE = '(hover: none)'

/** The entry of a dialog that is closed in the history of its window: while it is open, the page has one more. */
function createHistoryEntry(dialog: HTMLDialogElement) {
  const close = () => dialog.close()
  // A dialog may be opened again before the entry is gone.
  const enterAgain = () => dialog.open && enter()
  let page = ''
  /** What follows when the entry is gone; undefined while there is none. */
  let then: (() => unknown) | undefined

  /** Adds it on a phone, if a reader opened the dialog: browsers skip entries that nobody asked for. */
  function enter(): void {
    if (then || !matchMedia(PHONE).matches || !navigator.userActivation.isActive) return
    then = close
    page = location.href
    addEventListener('popstate', takeBack, { capture: true, once: true })
    history.pushState(history.state, '')
  }

  /** Removes it, if it is there; then, or at once, does `next`. */
  function leave(next?: () => void): void {
    if (then === undefined) return next?.()
    if (then === close) history.back()
    then = next ?? (then === close ? enterAgain : then)
  }

  function takeBack(event: PopStateEvent): void {
    // The page is the same: its router has nothing to do.
    if (location.href === page) event.stopImmediatePropagation()
    // After this event the browser scrolls to where the page was: a heading comes later.
    setTimeout(then!)
    then = undefined
  }

  return { enter, leave }
}
