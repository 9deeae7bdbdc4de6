/** The place of the dialog: over the page, at its side, or docked there so that the page can be used beside it. */
import { el } from '../dom/dom.ts'
import type { Strings } from '../text/strings.ts'

/** Widths of the window from which a panel is docked. */
const DOCKED_FROM = '(min-width: 1100px)'
const MIN_WIDTH_PX = 320
const STEP_PX = 24

/** The choices of a reader that are kept. */
export interface PlacementState {
  readonly isPanel: boolean
  /** Pixels of the panel's width, 0 for the usual ones. */
  readonly width: number
}

/** The place of one dialog. */
export interface Placement {
  readonly open: () => void
  /** Moves it to the side or back, or to the side where that is asked for; an open one stays open. */
  readonly toggle: (isPanel?: boolean) => void
  /** True if the page can be used beside it. */
  readonly isDocked: () => boolean
  readonly state: () => PlacementState
}

/** The place of a dialog that is closed. */
export function createPlacement(
  element: HTMLDialogElement,
  panel: HTMLElement,
  strings: Strings,
  start: PlacementState,
): Placement {
  const page = document.documentElement.style
  const isWide = matchMedia(DOCKED_FROM)
  const grip = el('div', {
    class: 'grip',
    role: 'separator',
    tabindex: 0,
    'aria-label': strings.resize,
    'aria-orientation': 'vertical',
  })
  let { isPanel, width } = start

  const isDocked = () => isPanel && isWide.matches

  panel.prepend(grip)
  element.addEventListener('close', drawMargin)
  // On paper there is no panel.
  addEventListener('beforeprint', () => (page.marginInlineEnd = ''))
  addEventListener('afterprint', drawMargin)
  isWide.onchange = () => element.open && place()
  grip.onpointerdown = (event) => grip.setPointerCapture(event.pointerId)
  grip.onpointermove = ({ pointerId, clientX }) => {
    // Beside a scroll bar the panel doesn't end where the window does.
    const { left, right } = panel.getBoundingClientRect()
    if (grip.hasPointerCapture(pointerId)) resize(isRightToLeft() ? clientX - left : right - clientX)
  }
  grip.onkeydown = ({ key }) => {
    const by = key === 'ArrowLeft' ? 1 : key === 'ArrowRight' ? -1 : 0
    if (by !== 0) resize(panel.offsetWidth + by * (isRightToLeft() ? -STEP_PX : STEP_PX))
  }

  function isRightToLeft(): boolean {
    return element.matches(':dir(rtl)')
  }

  function resize(to: number): void {
    width = Math.round(Math.max(MIN_WIDTH_PX, Math.min(innerWidth / 2, to)))
    place()
  }

  /** Gives the dialog its place, and opens it there. */
  function place(): void {
    element.classList.toggle('beside', isPanel)
    if (width > 0) element.style.setProperty('--screen-side', `${width}px`)
    if (element.open && element.matches(':modal') === isDocked()) element.close()
    if (!element.open && isDocked()) element.show()
    else if (!element.open) element.showModal()
    grip.ariaValueNow = `${panel.offsetWidth}`
    drawMargin()
  }

  function drawMargin(): void {
    page.marginInlineEnd = element.open && isDocked() ? `${panel.offsetWidth}px` : ''
  }

  function toggle(to = !isPanel): void {
    isPanel = to
    if (element.open) place()
  }

  return { open: place, toggle, isDocked, state: () => ({ isPanel, width }) }
}
