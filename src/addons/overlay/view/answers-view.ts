/**
 * The thread: questions and their answers, one below another, with the box for
 * the next question. One answer is written at a time; it goes on while the reader
 * searches or closes the dialog, and ends with `stop`, or with the next question.
 */
import type { ReplyEvent } from '../client/messages.ts'
import { el, iconButton } from '../dom/dom.ts'
import { isComposing } from '../dom/keys.ts'
import { citedSources, historyOf, MAX_THREAD_TURNS, nextTurn, startTurn, type Turn } from '../state/turn.ts'
import type { SearchViewDeps } from './search-view.ts'
import { createTurnView } from './turn-view.ts'

/** UTF-16 units; the service takes 1,000 code points. */
export const MAX_QUESTION_LENGTH = 1_000

/** The parts that the view works with. */
export interface AnswersDeps extends Pick<SearchViewDeps, 'client' | 'strings' | 'announce'> {
  /** Called when the thread has changed: a question was asked, its answer has ended, all were removed. */
  readonly onChange: () => void
  /** Takes a question that was typed or chosen here; it ends in a call of the view's `ask`. */
  readonly ask: (question: string) => void
}

/** A turn with its article. */
interface Entry {
  turn: Turn
  readonly view: ReturnType<typeof createTurnView>
}

/** A view without answers. */
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
  let running = new AbortController()
  let entries: Entry[] = []

  next.onkeydown = (event) => {
    if (event.key === 'Enter' && !isComposing(event)) askNext()
  }

  function askNext(): void {
    const question = next.value.trim()
    next.value = ''
    if (question) askFromHere(question)
    else next.focus()
  }

  function add(turn: Turn): Entry {
    const view = createTurnView(turn.question, strings, {
      ask: askFromHere,
      again: () => {
        remove(entry)
        answer(turn.question)
      },
      rate: (verdict) => client.report({ answer: entry.turn.outcome.id, verdict }),
    })
    const entry = { turn, view }
    entries.push(entry)
    scroller.append(view.element)
    if (entries.length > MAX_THREAD_TURNS) remove(entries[0]!)
    view.update(turn)
    return entry
  }

  function remove(entry: Entry): void {
    entry.view.element.remove()
    entries = entries.filter((other) => other !== entry)
  }

  function answer(question: string): void {
    running.abort()
    const request = new AbortController()
    running = request
    let frame = 0
    const history = historyOf(turns())
    const entry = add(startTurn(question))
    const { view } = entry

    function onEvent(event: ReplyEvent): void {
      if (entry.turn.state !== 'open') return
      entry.turn = nextTurn(entry.turn, event)
      cancelAnimationFrame(frame)
      if (entry.turn.state === 'open') frame = requestAnimationFrame(() => view.update(entry.turn))
      else end()
    }

    function end(): void {
      const notice = view.update(entry.turn)
      const sources = `${strings.ready} ${strings.sources}: ${citedSources(entry.turn).length}. `
      announce((entry.turn.state === 'done' ? sources : '') + notice)
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
    const isRunning = entries.some(({ turn }) => turn.state === 'open')
    send.hidden = isRunning
    stop.hidden = !isRunning
    onChange()
  }

  function turns(): readonly Turn[] {
    return entries.map(({ turn }) => turn)
  }

  /** Shows turns that have ended, in place of all others. */
  function show(kept: readonly Turn[]): void {
    running.abort()
    for (const entry of entries) remove(entry)
    for (const turn of kept) add(turn)
    change()
  }

  const element = el('div', 'answers', scroller, el('div', 'follow', next, send, stop))
  return { element, turns, ask: answer, show }
}
