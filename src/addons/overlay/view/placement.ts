/**
 * The place of the dialog: over the page, at its side, or docked there so that the page can be used beside it; and in
 * the history of the window, so that Back closes it on phones.
 */
import { styleSheet } from '../dom/dom.ts'

/** Widths of the window from which a panel is docked. */
const DOCKED_FROM = '(min-width: 1100px)'

/** The place of a dialog that is closed; `isPanel` is the reader's choice so far. */
export function createPlacement(element: HTMLDialogElement, panel: HTMLElement, isPanel: boolean) {
  const margin = styleSheet('')
  const isWide = matchMedia(DOCKED_FROM)

  /** True if the page can be used beside it. */
  const isDocked = () => isPanel && isWide.matches

  document.adoptedStyleSheets.push(margin)
  element.addEventListener('close', drawMargin)
  isWide.onchange = () => element.open && place()

  /** Makes room for a docked panel, but not on paper, where there is none. */
  function drawMargin(): void {
    const width = element.open && isDocked() ? panel.offsetWidth : 0
    margin.replaceSync(width ? `@media screen{html{margin-inline-end:${width}px!important}}` : '')
  }

  /** Gives the dialog its place, and opens it there. */
  function place(): void {
    element.classList.toggle('beside', isPanel)
    if (element.open && element.matches(':modal') === isDocked()) element.close()
    if (!element.open && isDocked()) element.show()
    else if (!element.open) element.showModal()
    drawMargin()
  }

  /** Moves it to the side or back, or to the side where that is asked for; an open one stays open. */
  function toggle(to = !isPanel): void {
    isPanel = to
    if (element.open) place()
  }

  /** `isPanel`: it is at the side, or will be when it opens. */
  return { open: place, toggle, isDocked, isPanel: () => isPanel }
}

const PHONE = '(hover: none)'

/** The entry of a dialog that is closed in the history of its window: while it is open, the page has one more. */
export function createHistoryEntry(dialog: HTMLDialogElement) {
  let state: 'absent' | 'present' | 'leaving' = 'absent'
  let page = ''
  let then: (() => void) | undefined

  /** Adds it on a phone, if a reader opened the dialog: browsers skip entries that nobody asked for. */
  function enter(): void {
    if (state !== 'absent' || !matchMedia(PHONE).matches || !navigator.userActivation.isActive) return
    state = 'present'
    page = location.href
    history.pushState(history.state, '')
  }

  /** Removes it, if it is there; then, or at once, does `next`. */
  function leave(next?: () => void): void {
    if (state === 'absent') return next?.()
    then ??= next
    if (state === 'present') history.back()
    state = 'leaving'
  }

  addEventListener('popstate', (event) => {
    if (state === 'absent') return
    // The page is the same: its router has nothing to do.
    if (location.href === page) event.stopImmediatePropagation()
    const [isBack, next] = [state === 'present', then]
    state = 'absent'
    then = undefined
    if (isBack) dialog.close()
    // It was opened again before the entry was gone.
    else if (dialog.open) enter()
    next?.()
  }, { capture: true })

  return { enter, leave }
}
