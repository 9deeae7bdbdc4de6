/**
 * A question -> the events of its answer: the loop in which a model searches the
 * docs, opens sections and writes. Everything it may take is bounded, history is
 * only ever appended to, and the last request is kept for answering.
 */
import { stripInvisible } from '../content/invisible.ts'
import { failureLine } from '../base/describe-error.ts'
import { AskError } from '../base/errors.ts'
import type { Message, Model, ToolCall } from '../llm/model.ts'
import type { Answerer, AnswerContext, Outcome } from './answerer.ts'
import type { LoopBounds } from './tools/bounds.ts'
import { createEnding, type Ending } from './ending.ts'
import type { AnswerEvent } from './events/event.ts'
import { createHold, type Hold } from './model-text/answer-gate.ts'
import type { Library } from './tools/library.ts'
import { createPassages, type Passages } from './tools/passages.ts'
import { BEGUN_ERROR, CLOSING_NOTE, EMPTY_NOTE, formatQuestion, formatRules, type Site, withNote } from './prompt.ts'
import { createTally, supportOf, type Tally } from './report.ts'
import { createToolbox, type ToolRun } from './tools/toolbox.ts'
import { TOOLS } from './tools/tools.ts'
import { readTurn, type TurnEnd } from './model-text/turn.ts'
import { describeFailure, NOT_COVERED_SENTENCE, REFUSED_SENTENCE, UNGROUNDED_NOTICE } from './wording.ts'
import { createWriter, type Writer } from './model-text/answer-writer.ts'

/** Share of the time after which no more searches begin. */
const SEARCH_SHARE = 0.6
/** Characters of what a model writes to a question that the docs don't cover. */
const MAX_NOT_COVERED_LENGTH = 1_000
/** Characters of an answer from which on it should name a source. */
const MIN_CITED_LENGTH = 200

/** What answers are made from. */
export interface AnswererParts {
  readonly model: Model
  readonly library: Library
  readonly bounds: LoopBounds
  readonly site: Site
  /** Clock in milliseconds. */
  readonly now: () => number
  /** Up to 16 letters and digits that nobody can guess, others at each call. */
  readonly random: () => string
  /** Takes lines for the site's owner. */
  readonly log: (line: string) => void
}

/** An answerer over a model and a library. */
export function createAnswerer(parts: AnswererParts): Answerer {
  // One text for all answers: it is longer than most else that an answer holds.
  const rules = formatRules(parts.site, parts.bounds)
  return function answer(question, context) {
    return { [Symbol.asyncIterator]: () => begin(question, context, { ...parts, rules }) }
  }
}

interface Ruled extends AnswererParts {
  /** The system prompt. */
  readonly rules: string
}

/**
 * Returning an async generator waits for what that is waiting for, so this ends
 * it first: a reader who leaves stops the model at once.
 */
function begin(question: string, context: AnswerContext, parts: Ruled): AsyncIterator<AnswerEvent> {
  const ending = createEnding(context.signal)
  const events = tell(question, context, { ...parts, ending })
  let isBegun = false
  return {
    next: () => {
      isBegun = true
      return events.next()
    },
    return: async () => {
      ending.cancel()
      // An answer that was never begun is reported too.
      if (!isBegun) await events.next()
      return events.return(undefined)
    },
  }
}

interface Setting extends Ruled {
  readonly ending: Ending
  readonly hold: Hold
  readonly passages: Passages
  readonly tally: Tally
  readonly writer: Writer
  readonly startedAt: number
}

/** All events, the one that ends them included. */
async function* tell(
  question: string,
  { onReport }: AnswerContext,
  parts: Ruled & { readonly ending: Ending },
): AsyncGenerator<AnswerEvent> {
  const { bounds, model, ending, now, log } = parts
  const startedAt = now()
  const passages = createPassages()
  const hold = createHold(bounds.holdLength)
  const maxLength = () => (hold.isNotCovered() ? MAX_NOT_COVERED_LENGTH : bounds.maxAnswerLength)
  const writer = createWriter({ passages, model: model.name, maxLength, now })
  const tally = createTally()
  try {
    ending.start(bounds.timeoutMs)
    yield* converse(question, { ...parts, hold, passages, tally, writer, startedAt })
    yield { type: 'done' }
  } catch (thrown) {
    const error = ending.reason() ?? thrown
    const code = error instanceof AskError ? error.code : 'model'
    tally.end(code === 'cancelled' ? code : 'error', code)
    if (code !== 'cancelled') log(failureLine(`An answer failed (${code})`, error))
    yield { type: 'error', error: describeFailure(code) }
  } finally {
    ending.finish()
    onReport(tally.report({ question, model, passages, writer, startedAt, endedAt: now() }))
  }
}

/** All events but the last. Rejects with what the answer fails with. */
async function* converse(asked: string, setting: Setting): AsyncGenerator<AnswerEvent> {
  const { library, bounds, passages, ending, hold, writer, random, now, startedAt } = setting
  ending.signal.throwIfAborted()
  const question = readQuestion(asked, bounds.maxQuestionCodePoints)
  const markId = random()
  const toolbox = createToolbox({ library, bounds, passages, markId })

  /** What closes the search before the step of this number, null while it may go on. */
  function noteFor(step: number): string | null {
    const isLast = step >= bounds.maxSteps || now() - startedAt > SEARCH_SHARE * bounds.timeoutMs
    return isLast || writer.hasWords() || toolbox.isSpent() ? CLOSING_NOTE : null
  }

  /** Once the answer has begun, its sources are sent: nothing is searched that it could not cite. */
  async function runCalls(calls: readonly ToolCall[]): Promise<ToolRun> {
    if (!writer.hasWords()) return toolbox.run(calls)
    return { results: calls.map(({ id }) => ({ callId: id, text: BEGUN_ERROR, isError: true })), searches: [] }
  }

  /** The first message, and what closes the search before it is answered. */
  async function open() {
    const material = await toolbox.searchFirst(question)
    const first = noteFor(1)
    return { note: first, message: { role: 'user', text: formatQuestion({ question, material, markId, note: first }) } as const }
  }

  yield { type: 'search', query: question }
  const opening = await open()
  let { note } = opening
  const messages: Message[] = [opening.message]
  let mayRetry = true
  for (let step = 1; step <= bounds.maxSteps; step += 1) {
    const mayCall = note === null
    const end = yield* takeStep(messages, mayCall, setting)
    if (end === null || isRefusal(end)) return yield* conclude(end, setting)
    const { calls, finish, turn } = end
    const isDone = hold.isNotCovered() || (hold.isMarked() && writer.hasWords())
    if (calls.length > 0 && mayCall && !isDone) {
      const { results, searches } = await runCalls(calls)
      for (const query of searches) yield { type: 'search', query }
      note = noteFor(step + 1)
      messages.push({ role: 'assistant', turn }, { role: 'tools', results, note })
      if (writer.hasWords()) yield* writer.write('\n\n')
    } else if (finish === 'pause' && step < bounds.maxSteps) {
      messages.push({ role: 'assistant', turn })
    } else if (isDone || writer.hasWords()) {
      return yield* conclude(end, setting)
    } else if (calls.length > 0 || !mayRetry) {
      throw new AskError('model', `The model ended without an answer (${finish})`)
    } else {
      mayRetry = false
      note = CLOSING_NOTE
      messages.push(...withNote(messages.pop()!, EMPTY_NOTE))
    }
  }
  throw new AskError('model', `The model gave no answer in ${bounds.maxSteps} requests`)
}

/** One request. Gives how the turn ended, null where the answer was cut before. */
async function* takeStep(
  messages: readonly Message[],
  mayCall: boolean,
  { model, rules, bounds, ending, hold, writer, tally, now, startedAt }: Setting,
): AsyncGenerator<AnswerEvent, TurnEnd | null> {
  const { signal } = ending
  signal.throwIfAborted()
  tally.countStep()
  const { maxOutputTokens, holdMs, timeoutMs } = bounds
  const request = { system: rules, messages: [...messages], tools: TOOLS, mayCall, maxOutputTokens }
  const stream = model.stream(request, { signal, timeoutMs: Math.max(1, startedAt + timeoutMs - now()) })
  for await (const part of readTurn(stream, { hold, holdMs, mayCall, signal, now })) {
    if (typeof part !== 'string') {
      tally.countTurn(part)
      return part
    }
    yield* writer.write(part)
    if (writer.isCut()) return null
  }
  return null
}

/** The rest of the answer, and what the service has to say to it. */
function* conclude(end: TurnEnd | null, { hold, writer, tally }: Setting): Generator<AnswerEvent> {
  yield* writer.end()
  const isRefused = end !== null && isRefusal(end)
  const outcome: Outcome = isRefused ? 'refused' : hold.isNotCovered() ? 'not-covered' : 'answered'
  const isShown = writer.answer() !== ''
  if (!isShown && outcome === 'answered') throw new AskError('model', 'The model wrote nothing that can be shown')
  tally.end(outcome, null)
  const isCut = end === null || end.finish === 'length'
  // Behind a code block a line of its own, which keeps that closed.
  if (isCut && isShown) yield* writer.say(/[`~]$/.test(writer.answer()) ? '\n\n…' : '…')
  if (isRefused) yield* writer.say(isShown ? `\n\n${REFUSED_SENTENCE}` : REFUSED_SENTENCE)
  else if (!isShown) yield* writer.say(NOT_COVERED_SENTENCE)
  else if (outcome === 'answered' && isUngrounded(writer)) yield* writer.say(`\n\n${UNGROUNDED_NOTICE}`)
}

function isRefusal({ finish }: TurnEnd): boolean {
  return finish === 'refusal' || finish === 'content-filter'
}

function isUngrounded(writer: Writer): boolean {
  return writer.answer().length > MIN_CITED_LENGTH && supportOf(writer.report()) === 'ungrounded'
}

/** The question without what nobody sees. */
function readQuestion(asked: string, maxCodePoints: number): string {
  const question = stripInvisible(asked.toWellFormed()).trim()
  if ([...question].length <= maxCodePoints) return question
  throw new AskError('bad-request', `A question must be at most ${maxCodePoints} characters (code points)`)
}
