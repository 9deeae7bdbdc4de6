/**
 * Questions and their answers, one below another, with the box for the next
 * question. One answer is written at a time; it goes on while the reader
 * searches or closes the dialog, and ends with `stop`, or with the next question.
 */
import type { OverlayClient } from '../client/client.ts'
import type { ReplyEvent } from '../client/reply.ts'
import { button, el } from '../dom/dom.ts'
import { citedSources, nextTurn, startTurn, type Turn } from '../state/turn.ts'
import type { Strings } from '../text/strings.ts'
import { createTurnView } from './turn-view.ts'

/** Turns that are kept; earlier ones are removed. */
const MAX_TURNS = 20
/** UTF-16 units; the service takes 1,000 code points. */
export const MAX_QUESTION_LENGTH = 1_000

/** The parts that the view works with. */
export interface AnswersDeps {
  readonly client: OverlayClient
  readonly strings: Strings
  /** Says something once to those who can't see it. */
  readonly announce: (text: string) => void
  /** Called when a question was asked and when its answer has ended. */
  readonly onChange: (turn: Turn) => void
  /** Takes a question that was typed into this view; it ends in a call of the view's `ask`. */
  readonly ask: (question: string) => void
}

/** The answers of one dialog. */
export interface AnswersView {
  readonly element: HTMLElement
  readonly ask: (question: string) => void
}

/** A view without answers. */
export function createAnswersView(deps: AnswersDeps): AnswersView {
  const { client, strings, announce, onChange, ask: askFromHere } = deps
  const turns = el('div', { class: 'turns', role: 'region', tabindex: 0, 'aria-label': strings.answer })
  const next = el('input', {
    class: 'next',
    enterkeyhint: 'send',
    'aria-label': strings.followUp,
    placeholder: strings.followUp,
    autocomplete: 'off',
    dir: 'auto',
    maxlength: MAX_QUESTION_LENGTH,
  })
  const hint = el('p', 'hint', strings.followUpHint)
  const follow = el('div', 'follow', next, button('send', strings.ask, askNext), hint)
  let running = new AbortController()

  next.onkeydown = (event) => {
    if (event.key === 'Enter' && !isComposing(event)) askNext()
  }

  function askNext(): void {
    const question = next.value.trim()
    next.value = ''
    if (question === '') next.focus()
    else askFromHere(question)
  }

  function ask(question: string): void {
    running.abort()
    const request = new AbortController()
    running = request
    let turn = startTurn(question)
    let frame = 0
    const actions = { onStop: () => request.abort(), onAgain: () => askFromHere(question) }
    const view = createTurnView(question, strings, actions)

    function take(event: ReplyEvent): void {
      if (turn.state !== 'open') return
      turn = nextTurn(turn, event)
      cancelAnimationFrame(frame)
      if (turn.state === 'open') frame = requestAnimationFrame(() => view.update(turn))
      else end()
    }

    function end(): void {
      const cited = citedSources(turn).length
      announce(view.update(turn) || `${strings.ready} ${strings.sources}: ${cited}`)
      onChange(turn)
      if (turn.state === 'stopped' || turn.results.length + cited > 0) return
      client.search(question, null).then(view.suggest, () => undefined)
    }

    view.update(turn)
    turns.append(view.element)
    if (turns.childElementCount > MAX_TURNS) turns.firstElementChild?.remove()
    onChange(turn)
    turns.scrollTop = view.element.offsetTop
    // On a phone the keyboard goes away; elsewhere the arrow keys scroll.
    view.heading.focus({ preventScroll: true })
    request.signal.onabort = () => take({ type: 'stop' })
    void client.ask(question, request, take)
  }

  return { element: el('div', 'answers', turns, follow), ask }
}

/** True for a key that belongs to an input method. In Safari only the key's code shows it. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229
}
