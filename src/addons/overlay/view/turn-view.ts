/** A turn -> its article in the page: question, steps, answer, sources, questions to go on with, and buttons. */
import type { KeywordResult, Source } from '../../../core/answer.ts'
import { button, el, iconButton } from '../dom/dom.ts'
import { citedSources, noticeOf, sourceName, startTurn, type Turn, turnToMarkdown } from '../state/turn.ts'
import type { Strings } from '../text/strings.ts'
import { drawRow } from './list-view.ts'
import { copyButton, createMarkdownView } from './markdown-view.ts'

/** Sections that are listed in place of an answer. */
const MAX_CLOSEST = 6

/** The actions of a turn's buttons. */
export interface TurnActions {
  readonly ask: (question: string) => void
  readonly again: () => void
  readonly rate: (verdict: 'up' | 'down') => void
}

/** The article of a question whose answer has not begun; its heading takes the focus when it begins. */
export function createTurnView(question: string, strings: Strings, actions: TurnActions) {
  let turn = startTurn(question)
  const heading = el('h2', { tabindex: -1, dir: 'auto' }, question)
  const steps = el('ul')
  const summary = el('summary')
  const details = el('details', 'steps', summary, steps)
  const notice = el('p', 'notice')
  const sections = el('div', 'places')
  const asks = el('div', 'asks')
  const copy = copyButton(strings, () => turnToMarkdown(turn, absolute))
  const share = copyButton(strings, () => absolute(`?ask=${encodeURIComponent(question)}`), 'share', strings.share)
  const up = iconButton('up', strings.helpful, () => rate('up'))
  const down = iconButton('down', strings.unhelpful, () => rate('down'))
  const tools = el('div', 'tools', copy, share, iconButton('again', strings.askAgain, actions.again), up, down)
  const text = createMarkdownView(strings)
  const element = el('article', 'turn', heading, details, text.element, notice, sections, asks, tools)

  function rate(verdict: 'up' | 'down'): void {
    up.ariaPressed = `${verdict === 'up'}`
    down.ariaPressed = `${verdict === 'down'}`
    actions.rate(verdict)
  }

  /** Draws the turn so far. Returns the notice on its end; empty where there is none. */
  function update(next: Turn): string {
    const { state, sources, outcome, results } = next
    const isOpen = state === 'open'
    const isSearching = isOpen && !next.text
    turn = next
    const cited = citedSources(next)
    summary.textContent = isSearching
      ? [strings.searching, ...next.steps.slice(-1)].join(': ')
      : `${strings.steps}: ${next.steps.length}`
    steps.replaceChildren(...next.steps.map((step) => el('li', '', step)))
    details.classList.toggle('busy', isSearching)
    details.hidden = !isSearching && next.steps.length === 0
    text.update(next)
    element.ariaBusy = `${isOpen}`
    tools.hidden = isOpen
    // Both need a clipboard.
    copy.hidden = !next.text || share.hidden
    up.hidden = down.hidden = !outcome.feedback
    notice.textContent = noticeOf(next, strings)
    notice.classList.toggle('failed', state === 'failed')
    if (isOpen) return ''
    const said = notice.textContent
    if (outcome.contact) notice.append(` ${strings.contact}: `, drawContact(outcome.contact))
    // Without citations: what was found.
    const closest = (results.length > 0 ? results : sources).slice(0, MAX_CLOSEST)
    if (cited.length > 0) sections.append(el('h3', '', strings.sources), drawSources('ol', cited))
    else if (closest.length > 0) sections.append(el('h3', '', strings.closest), drawSources('ul', closest))
    asks.append(...outcome.followUps.map((asked) => button('retry', asked, () => actions.ask(asked))))
    return said
  }

  return { element, heading, update }
}

function drawSources(tag: 'ol' | 'ul', sources: readonly (Source | KeywordResult)[]): HTMLElement {
  return el(tag, '', ...sources.map((source) => {
    const hint = 'snippet' in source ? source.snippet : ''
    return el('li', '', drawRow({ type: 'source', icon: 'section', text: sourceName(source), hint, url: source.url }))
  }))
}

/** A web or mail address as a link, any other text as it is. */
function drawContact(contact: string): Node | string {
  return /^(?:https?|mailto):/.test(contact) ? el('a', { href: contact }, contact.replace(/^\w+:\/*/, '')) : contact
}

function absolute(url: string): string {
  return new URL(url, document.baseURI).href
}
