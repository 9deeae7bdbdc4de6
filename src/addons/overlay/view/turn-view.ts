/** A turn -> its article in the page: question, steps, answer, sources and buttons. */
import type { KeywordResult, Source } from '../../../core/answer.ts'
import { el, iconButton } from '../dom/dom.ts'
import { citedSources, isOpened, noticeOf, startTurn, type Turn, turnToMarkdown } from '../state/turn.ts'
import type { Strings } from '../text/strings.ts'
import { copyButton, createMarkdownView } from './markdown-view.ts'

/** Sections that are listed in place of an answer. */
const MAX_CLOSEST = 6

/** The actions of a turn's buttons. */
export interface TurnActions {
  readonly onAgain: () => void
  readonly onRate: (verdict: 'up' | 'down') => void
}

/** The article of one turn. */
export interface TurnView {
  readonly element: HTMLElement
  /** Takes the focus when the answer begins. */
  readonly heading: HTMLElement
  /** Draws the turn so far. Returns the notice on its end; empty where there is none. */
  readonly update: (turn: Turn) => string
  /** Shows the passages of cited sections, and the closest sections of an answer without citations. */
  readonly explain: (results: readonly KeywordResult[]) => void
}

/** The article of a question whose answer has not begun. */
export function createTurnView(question: string, strings: Strings, { onAgain, onRate }: TurnActions): TurnView {
  let turn = startTurn(question)
  let cited: readonly Source[] = []
  const heading = el('h2', { tabindex: -1, dir: 'auto' }, question)
  const steps = el('ul')
  const summary = el('summary')
  const details = el('details', 'steps', summary, steps)
  const notice = el('p', 'notice')
  const sections = el('div', 'places')
  const copy = copyButton(strings, () => turnToMarkdown(turn, strings.sources, absolute))
  const share = copyButton(strings, () => absolute(`?ask=${encodeURIComponent(question)}`), 'share', strings.share)
  const up = iconButton('up', strings.helpful, () => rate('up'))
  const down = iconButton('down', strings.unhelpful, () => rate('down'))
  const tools = el('div', 'tools', copy, share, iconButton('again', strings.askAgain, onAgain), up, down)
  const text = createMarkdownView(strings)
  const element = el('article', 'turn', heading, details, text.element, notice, sections, tools)

  function rate(verdict: 'up' | 'down'): void {
    up.ariaPressed = `${verdict === 'up'}`
    down.ariaPressed = `${verdict === 'down'}`
    onRate(verdict)
  }

  function update(next: Turn): string {
    const { state, sources, outcome } = next
    const isOpen = state === 'open'
    const isSearching = isOpen && !next.text
    turn = next
    cited = citedSources(next)
    const lines = next.steps.map((step) => `${isOpened(step, next) ? strings.opened : strings.searched}: ${step}`)
    summary.textContent = isSearching ? (lines.at(-1) ?? strings.searching) : `${strings.steps}: ${lines.length}`
    steps.replaceChildren(...lines.map((line) => el('li', '', line)))
    details.classList.toggle('busy', isSearching)
    details.hidden = !isSearching && lines.length === 0
    text.update(next)
    element.ariaBusy = `${isOpen}`
    tools.hidden = isOpen
    // Both need a clipboard.
    copy.hidden = !next.text || share.hidden
    up.hidden = down.hidden = !outcome.feedback
    notice.textContent = noticeOf(next, strings)
    notice.classList.toggle('failed', state === 'failed')
    if (isOpen) return ''
    if (cited.length > 0) sections.append(el('h3', '', strings.sources), drawSources('ol', cited))
    // What was found before the end.
    explain(next.results.length > 0 ? next.results : sources.map((source) => ({ title: '', snippet: '', ...source })))
    return notice.textContent
  }

  function explain(results: readonly KeywordResult[]): void {
    if (cited.length === 0 && results.length > 0) {
      sections.replaceChildren(el('h3', '', strings.closest), drawSources('ul', results.slice(0, MAX_CLOSEST)))
    }
    for (const link of element.querySelectorAll('.number, ol .source')) {
      const snippet = results.find(({ url }) => url === link.getAttribute('href'))?.snippet
      const place = link.nextElementSibling ?? link
      if (snippet && !place.querySelector('.snippet')) {
        place.append(el('span', { class: 'snippet', dir: 'auto' }, snippet))
      }
    }
  }

  return { element, heading, update, explain }
}

function drawSources(tag: 'ol' | 'ul', sources: readonly (Source | KeywordResult)[]): HTMLElement {
  const lines = sources.map(({ title, heading, url, group, ...result }) => {
    const path = [group, heading === undefined ? '' : title].filter(Boolean).join(' › ')
    const snippet = 'snippet' in result ? [el('span', { class: 'snippet', dir: 'auto' }, result.snippet)] : []
    const link = el(
      'a',
      { href: url, class: 'source' },
      el('span', 'head', heading ?? title ?? url),
      el('span', 'path', path),
      ...snippet,
    )
    return el('li', '', link)
  })
  return el(tag, {}, ...lines)
}

function absolute(url: string): string {
  return new URL(url, document.baseURI).href
}
