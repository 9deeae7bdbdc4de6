/** Back closes the dialog on phones: while it is open, the page has one more entry in the history of its window. */

const PHONE = '(hover: none)'

/** The entry of a dialog that is closed. */
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
