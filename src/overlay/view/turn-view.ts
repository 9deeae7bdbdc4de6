/** A turn -> its article in the page: question, steps, answer, sources and buttons. */
import type { KeywordResult, Source } from '../../answer/events/event.ts'
import { button, el } from '../dom/dom.ts'
import { citedSources, isOpened, startTurn, type Turn, turnToMarkdown } from '../state/turn.ts'
import type { Strings } from '../text/strings.ts'
import { canCopy, copyButton, createMarkdownView } from './markdown-view.ts'

/** Sections that are listed in place of an answer. */
const MAX_CLOSEST = 6

/** The actions of a turn's buttons. */
export interface TurnActions {
  readonly onStop: () => void
  readonly onAgain: () => void
}

/** The article of one turn. */
export interface TurnView {
  readonly element: HTMLElement
  /** Takes the focus when the answer begins. */
  readonly heading: HTMLElement
  /** Draws the turn so far. Returns the notice on its end; empty where there is none. */
  readonly update: (turn: Turn) => string
  /** Lists the closest sections, for an answer without citations. */
  readonly suggest: (results: readonly KeywordResult[]) => void
}

/** The article of a question whose answer has not begun. */
export function createTurnView(question: string, strings: Strings, { onStop, onAgain }: TurnActions): TurnView {
  let turn = startTurn(question)
  let cited: readonly Source[] = []
  const heading = el('h2', { tabindex: -1 }, question)
  const status = el('p', 'status', strings.searching)
  const steps = el('ul')
  const summary = el('summary')
  const details = el('details', { class: 'steps', open: '' }, summary, steps)
  const notice = el('p', 'notice')
  const sections = el('div', 'places')
  const stop = button('stop', strings.stop, onStop)
  const again = button('again', strings.askAgain, onAgain)
  const copy = copyButton(strings.copy, strings.copied, () => turnToMarkdown(turn, strings.sources, absolute))
  const tools = el('div', 'tools', stop, copy, again)
  const text = createMarkdownView(strings, {
    numberOf: (href) => cited.findIndex(({ url }) => url === href) + 1,
    sourceOf: (href) => turn.sources.find(({ url }) => url === href) ?? null,
  })
  const element = el('article', 'turn', heading, details, status, text.element, notice, sections, tools)

  function update(next: Turn): string {
    const { state, sources, reason } = next
    const isOpen = state === 'open'
    const isSearching = isOpen && next.text === ''
    const lines = next.steps.map((step) =>
      el('li', '', `${isOpened(step, next) ? strings.opened : strings.searched}: ${step}`),
    )
    // Folded once, when the search ends: a reader who opens the steps keeps them open.
    if (!isSearching && !status.hidden) details.open = false
    turn = next
    cited = citedSources(next)
    details.hidden = lines.length === 0
    summary.textContent = `${strings.steps}: ${lines.length}`
    steps.replaceChildren(...lines)
    status.hidden = !isSearching
    text.update(next.text, isOpen)
    element.ariaBusy = `${isOpen}`
    stop.hidden = !isOpen
    again.hidden = isOpen
    copy.hidden = isOpen || next.text === '' || !canCopy()
    const done = isOpen || cited.length > 0 ? '' : strings.notCovered
    notice.textContent = `${state === 'open' || state === 'done' ? done : strings[state]} ${reason}`.trim()
    notice.classList.toggle('failed', state === 'failed')
    if (isOpen) return ''
    const others = sources.filter((source) => !cited.includes(source))
    if (cited.length > 0) sections.append(el('h3', '', strings.sources), drawSources('ol', cited))
    const more = el('summary', '', `${strings.alsoRead}: ${others.length}`)
    if (others.length > 0) sections.append(el('details', '', more, drawSources('ul', others)))
    suggest(next.results)
    return notice.textContent
  }

  function suggest(results: readonly KeywordResult[]): void {
    if (results.length > 0) {
      sections.prepend(el('h3', '', strings.closest), drawSources('ul', results.slice(0, MAX_CLOSEST)))
    }
  }

  return { element, heading, update, suggest }
}

function drawSources(tag: 'ol' | 'ul', sources: readonly Source[]): HTMLElement {
  const lines = sources.map(({ title, heading, url, group }) => {
    const path = [group, heading === undefined ? '' : title].filter(Boolean).join(' › ')
    const head = el('span', 'head', heading ?? title ?? url)
    return el('li', '', el('a', { href: url, class: 'source' }, head, el('span', 'path', path)))
  })
  return el(tag, {}, ...lines)
}

function absolute(url: string): string {
  return new URL(url, document.baseURI).href
}
