/**
 * The thread: questions and their answers, one below another, with the box for the next question. One answer is written
 * at a time; it goes on while the reader searches or closes the dialog, and ends with `stop`, or with the next
 * question. A turn is an article: question, steps, answer, sources, questions to go on with, and buttons.
 */
import type { KeywordResult } from '../../../core/answer.ts'
import type { ReplyEvent } from '../client/messages.ts'
import { button, el, icon, iconButton } from '../dom/dom.ts'
import type { IconName } from '../dom/icons.ts'
import { isComposing } from '../dom/keys.ts'
import { findBlocks, type MarkdownNode } from '../markdown/markdown.ts'
import { tokensOf } from '../markdown/tokens.ts'
import {
  citedSources, historyOf, MAX_THREAD_TURNS, nextTurn, noticeOf, sourceName, startTurn, type Turn, turnToMarkdown,
} from '../state/turn.ts'
import type { PageStrings } from '../text/strings.ts'
import { drawRow } from './list-view.ts'
import type { SearchViewDeps } from './search-view.ts'

/** UTF-16 units; the service takes 1,000 code points. */
export const MAX_QUESTION_LENGTH = 1_000

interface AnswersDeps extends Pick<SearchViewDeps, 'client' | 'strings' | 'announce'> {
  /** Called when the thread has changed: a question was asked, its answer has ended, all were removed. */
  readonly onChange: () => void
  /** Takes a question that was typed or chosen here; it ends in a call of the view's `ask`. */
  readonly ask: (question: string) => void
}

export function createAnswersView({ client, strings, announce, onChange, ask: askFromHere }: AnswersDeps) {
  const scroller = el('div', { class: 'turns', role: 'region', tabindex: 0, 'aria-label': strings.answer })
  const next = el('input', {
    class: 'next',
    enterkeyhint: 'send',
    'aria-label': strings.followUp,
    placeholder: strings.followUp,
    autocomplete: 'off',
    dir: 'auto',
    maxlength: MAX_QUESTION_LENGTH,
  })
  const send = iconButton('send', strings.ask, askNext)
  const stop = iconButton('stop', strings.stop, () => running.abort())
  const turns = () => views.map(({ turn }) => turn())
  const isRunning = () => turns().some(({ state }) => state === 'open')
  let running = new AbortController()
  let views: readonly TurnView[] = []

  next.onkeydown = (event) => {
    if (event.key === 'Enter' && !isComposing(event)) askNext()
  }

  function askNext(): void {
    const question = next.value.trim()
    next.value = ''
    if (question) askFromHere(question)
    else next.focus()
  }

  function add(turn: () => Turn): TurnView {
    const view = createTurnView(turn, strings, {
      ask: askFromHere,
      again: () => {
        remove(view)
        answer(turn().question)
      },
      rate: (verdict) => client.report({ answer: turn().outcome.id, verdict }),
    })
    views = [...views, view]
    scroller.append(view.element)
    if (views.length > MAX_THREAD_TURNS) remove(views[0]!)
    return view
  }

  function remove(view: TurnView): void {
    view.element.remove()
    views = views.filter((other) => other !== view)
  }

  function answer(question: string): void {
    running.abort()
    const request = new AbortController()
    running = request
    let frame = 0
    const history = historyOf(turns())
    let turn = startTurn(question)
    const view = add(() => turn)

    function onEvent(event: ReplyEvent): void {
      if (turn.state !== 'open') return
      turn = nextTurn(turn, event)
      cancelAnimationFrame(frame)
      if (turn.state === 'open') frame = requestAnimationFrame(view.update)
      else end()
    }

    function end(): void {
      const notice = view.update()
      const sources = `${strings.ready} ${strings.sources}: ${citedSources(turn).length}. `
      announce((turn.state === 'done' ? sources : '') + notice)
      change()
    }

    change()
    // Below the line that is above it.
    scroller.scrollTop = view.element.offsetTop + 1
    // On a phone the keyboard goes away; elsewhere the arrow keys scroll.
    view.heading.focus({ preventScroll: true })
    request.signal.onabort = () => onEvent({ type: 'stop' })
    void client.ask(question, request, { history, onEvent })
  }

  function change(): void {
    send.hidden = isRunning()
    // What is hidden loses the focus: the button in its place takes it.
    if (stop.matches(':focus')) send.focus()
    stop.hidden = !send.hidden
    onChange()
  }

  /** Shows turns that have ended, in place of all others. */
  function show(kept: readonly Turn[]): void {
    running.abort()
    for (const view of views) remove(view)
    for (const turn of kept) add(() => turn)
    change()
  }

  const element = el('div', 'answers', scroller, el('div', 'follow', next, send, stop))
  return { element, turns, isRunning, ask: answer, show }
}

/** Sections that are listed in place of an answer. */
const MAX_CLOSEST = 6
/** Milliseconds for which a button says that something was copied. */
const COPIED_MS = 1_500

interface TurnActions {
  readonly ask: (question: string) => void
  readonly again: () => void
  readonly rate: (verdict: 'up' | 'down') => void
}

type TurnView = ReturnType<typeof createTurnView>

/** The article of a turn, which may be open; its heading takes the focus when the answer begins. */
function createTurnView(turn: () => Turn, strings: PageStrings, actions: TurnActions) {
  const { lang } = strings
  const { question } = turn()
  const heading = el('h2', { tabindex: -1, dir: 'auto', lang }, question)
  const steps = el('ul')
  const summary = el('summary')
  const details = el('details', 'steps', summary, steps)
  const notice = el('p', 'notice')
  const sections = el('div', 'places')
  const asks = el('div', { class: 'asks', lang })
  const copy = copyButton(strings, () => turnToMarkdown(turn(), (url) => new URL(url, document.baseURI).href))
  const address = () => `${location.href.replace(/[?#].*/, '')}?ask=${encodeURIComponent(question)}`
  const share = copyButton(strings, address, 'share', strings.share)
  const up = iconButton('up', strings.helpful, () => rate('up'))
  const down = iconButton('down', strings.unhelpful, () => rate('down'))
  const tools = el('div', 'tools', copy, share, iconButton('again', strings.retry, actions.again), up, down)
  const text = createMarkdownView(turn, strings)
  const element = el('article', 'turn', heading, details, text.element, notice, sections, asks, tools)

  function rate(verdict: 'up' | 'down'): void {
    up.ariaPressed = `${verdict === 'up'}`
    down.ariaPressed = `${verdict === 'down'}`
    actions.rate(verdict)
  }

  /** Draws the turn so far. Returns the notice on its end; empty where there is none. */
  function update(): string {
    const shown = turn()
    const { state, steps: searched, sources, outcome, results } = shown
    const isOpen = state === 'open'
    const isSearching = isOpen && !shown.text
    const cited = citedSources(shown)
    summary.textContent = isSearching
      ? [strings.searching, ...searched.slice(-1)].join(': ')
      : `${strings.steps}: ${searched.length}`
    steps.replaceChildren(...searched.map((step) => el('li', '', step)))
    details.classList.toggle('busy', isSearching)
    details.hidden = !isSearching && searched.length === 0
    text.update()
    element.ariaBusy = `${isOpen}`
    tools.hidden = isOpen
    // Both need a clipboard.
    copy.hidden = !shown.text || share.hidden
    up.hidden = down.hidden = !outcome.feedback
    const said = noticeOf(shown, strings)
    notice.textContent = said
    notice.classList.toggle('failed', state === 'failed')
    if (isOpen) return said
    if (outcome.contact) notice.append(` ${strings.contact}: `, drawContact(outcome.contact))
    // Without citations: what was found.
    const closest = (results.length > 0 ? results : sources).slice(0, MAX_CLOSEST)
    if (cited.length > 0) drawSources('ol', strings.sources, cited)
    else if (closest.length > 0) drawSources('ul', strings.closest, closest)
    asks.append(...outcome.followUps.map((asked) => button('retry', asked, () => actions.ask(asked))))
    return said
  }

  function drawSources(tag: 'ol' | 'ul', title: string, shown: readonly KeywordResult[]): void {
    sections.append(el('h3', '', title), el(tag, { lang }, ...shown.map((source) => {
      const { url, snippet: hint } = source
      return el('li', '', drawRow({ type: 'source', icon: 'section', text: sourceName(source), hint, url }))
    })))
  }

  update()
  return { element, heading, update, turn }
}

/** A web or mail address as a link, any other text as it is. */
function drawContact(contact: string): Node | string {
  return /^(?:https?|mailto):/.test(contact) ? el('a', { href: contact }, contact.replace(/^\w+:\/*/, '')) : contact
}

/** The Markdown of an answer as it grows. Blocks that are the same keep their elements, with the selection in them. */
function createMarkdownView(turn: () => Turn, strings: PageStrings) {
  // Its own direction: an answer may be in another script than the page.
  const element = el('div', { class: 'text', dir: 'auto', lang: strings.lang })
  const isLink = (href: string) => turn().sources.some(({ url }) => url === href)
  let drawn: readonly string[] = []

  /** Draws the text so far. Its links are those to the sources of the turn. */
  function update(): void {
    const { text: markdown, state } = turn()
    const blocks = findBlocks(markdown)
    const last = state === 'open' ? blocks.at(-1) : null
    let same = 0
    while (same < drawn.length && drawn[same] === blocks[same]?.text) same += 1
    while (element.childElementCount > same) element.lastElementChild?.remove()
    element.append(...blocks.slice(same).map((block) => draw(block.read({ isLink, isOpen: block === last }))))
    // One that is open is drawn again.
    drawn = blocks.filter((block) => block !== last).map(({ text }) => text)
  }

  function draw(node: MarkdownNode): Node {
    if (typeof node === 'string') return document.createTextNode(node)
    if (node.tag === 'pre') return drawCode(node.children.join(''), node.lang ?? '')
    const children = node.children.map(draw)
    if (node.tag === 'a') return drawLink(node.href ?? '', children)
    const made = el(node.tag, node.attributes, ...children)
    return node.tag === 'table' ? el('div', { class: 'table', ...scrollable(strings.table) }, made) : made
  }

  function drawCode(code: string, lang: string): Node {
    const tokens = tokensOf(code).map(({ text, kind }) => (kind ? el('span', kind, text) : text))
    const pre = el('pre', scrollable(strings.code), el('code', '', ...tokens))
    return el('div', { class: 'code', dir: 'ltr' }, el('span', 'lang', lang), pre, copyButton(strings, () => code))
  }

  function drawLink(href: string, children: readonly Node[]): Node {
    const name = sourceName(turn().sources.find(({ url }) => url === href)!)
    const link = el('a', { href, title: name }, ...children)
    if (!/^\d+$/.test(link.textContent)) return link
    const number = citedSources(turn()).findIndex(({ url }) => url === href) + 1 || link.textContent
    return el('a', { href, class: 'number', 'aria-label': `${number}: ${name}` }, `${number}`)
  }

  return { element, update }
}

/** A button that copies a text, and says so for a moment; hidden where there is no clipboard, as on plain http. */
function copyButton(
  { copy, copied }: PageStrings,
  text: () => string,
  picture: IconName = 'copy',
  name = copy,
): HTMLButtonElement {
  const made = iconButton(picture, name, () => {
    void navigator.clipboard.writeText(text()).then(() => {
      const show = (shown: IconName, title: string) => {
        made.replaceChildren(icon(shown))
        made.title = title
      }
      show('done', copied)
      setTimeout(show, COPIED_MS, picture, name)
    }, () => undefined)
  })
  made.hidden = !('clipboard' in navigator)
  return made
}

/** Attributes of an element that scrolls sideways: the keyboard must reach it. */
function scrollable(name: string): Readonly<Record<string, string | number>> {
  return { role: 'group', tabindex: 0, 'aria-label': name }
}
