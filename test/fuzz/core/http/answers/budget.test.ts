/** The budget of a day over whole answers: models and readers at random, eight at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AnswerReport, DEFAULT_BOUNDS } from '../../../../../src/core/answer/answerer.ts'
import { createAnswerer } from '../../../../../src/core/answer/loop.ts'
import { AskError } from '../../../../../src/core/base/errors.ts'
import { createMemoryLedger } from '../../../../../src/core/http/answers/guard.ts'
import { createQuestionHandler } from '../../../../../src/core/http/answers/question-handler.ts'
import { NO_USAGE, type Usage } from '../../../../../src/core/llm/model.ts'
import { neutral, SETTINGS } from '../../../../support/http.ts'
import { libraryOf } from '../../../../support/library.ts'
import { createRandom, type Random } from '../../../../support/random.ts'
import { createScriptedModel, type Play } from '../../../../support/scripted-model.ts'
import { createTestService } from '../../../../support/service.ts'

const usage = (input: number, output: number): Usage => ({ ...NO_USAGE, input, output })
/** Honest, missing and impossible counts. */
const USAGES = [usage(1_200, 60), NO_USAGE, usage(-5, -5), usage(1e12, 1e12), usage(NaN, 3), usage(1, 1), usage(0.5, 1e300)]

/** One turn of a model that may do anything. */
function turnOf({ below, pick, text }: Random): readonly Play[] {
  const words = (count: number): Play[] => Array.from({ length: below(count) }, () => text(['word ', 'é', '😀', '[1] ', '\n'], 60))
  const ending: readonly Play[] = [{ finish: pick(['stop', 'length', 'pause', 'refusal']), usage: pick(USAGES) }]
  return pick<() => readonly Play[]>([
    () => [`ANSWER:\n`, ...words(20), ...ending],
    () => [...words(5), { call: 'search', args: { query: text(['a', 'b', ' '], 20) } }, { finish: 'tool-calls', usage: pick(USAGES) }],
    () => [{ reasoning: 'x'.repeat(below(60_000)) }, ...ending],
    () => [...words(3), { fail: pick([new Error('cut'), new AskError('model-busy', 'no'), new AskError('model-timeout', 'late')]) }],
    // It never stops.
    () => ['ANSWER:\n', ...Array.from({ length: 600 }, () => 'more and more words '), ...ending],
    () => ending,
  ])()
}

async function spendDay(seed: number) {
  const random = createRandom(seed)
  const { below } = random
  const limit = 1 + below(150_000)
  const ledger = createMemoryLedger()
  const reports: AnswerReport[] = []
  const answer = createAnswerer({
    model: createScriptedModel(() => turnOf(random)), library: () => libraryOf(),
    bounds: { ...DEFAULT_BOUNDS, maxOutputTokens: 300 + below(1_000) },
    site: { title: null, instructions: null }, contact: null, now: () => 0, newId: () => 'k1',
    log: () => undefined, redact: (text) => text,
  })
  const answering = { answer, contentKey: async () => 'c', deliver: async (report: AnswerReport) => void reports.push(report), newId: () => 'id' }
  const answers = { ...SETTINGS.answers, tokensPerDay: limit, reservedTokens: 1 + below(40_000), ledger, maxWaitMs: 5, atOnce: 8, maxWaiting: 8 }
  const ask = createQuestionHandler(() => createTestService(), { ...SETTINGS, answers }, { answering, recorder: null, now: () => 0 })

  async function read(query: string): Promise<void> {
    const gone = new AbortController()
    const request = { ...neutral({ target: '/' }), client: '', signal: gone.signal }
    const question = { query, mode: 'agentic', detail: true, history: [], filter: {}, page: null, view: null } as const
    const reply = await ask(question, request, { isStreamed: below(2) === 0 })
    if (reply.type === 'keyword') return
    let left = below(60)
    for await (const _ of reply.events) if ((left -= 1) < 0) break
    gone.abort()
  }

  for (let round = 0; round < 6; round += 1) {
    await Promise.all(Array.from({ length: 8 }, (_, i) => read(`port ${round} ${i}`)))
  }
  const costs = reports.map(({ cost }) => cost)
  return { limit, costs, spent: ledger.spentOn(0), total: costs.reduce((sum, cost) => sum + cost, 0) }
}

test('tokensPerDay is never exceeded by more than one answer, whatever models and readers do, eight at once', async () => {
  let answered = 0
  for (let seed = 1; seed <= 25; seed += 1) {
    const { limit, costs, spent, total } = await spendDay(seed)
    assert.ok(total <= limit + Math.max(0, ...costs), `seed ${seed}: ${total} of ${limit}`)
    assert.equal(spent, total, `seed ${seed}: what the ledger has`)
    answered += costs.length
  }
  assert.ok(answered > 120, `${answered} answers`)
})
