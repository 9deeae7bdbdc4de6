import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { chatDelta } from '../../support/model-client.ts'
import { frames, modelServer, refusal, type Scripted } from '../../support/model-server.ts'
import { runAsk } from '../../support/run-ask.ts'
import { temporaryFolder, writeSite } from '../../support/site.ts'

const LLM_KEY = 'canary-llm-4711'
const TRACE_KEY = 'canary-trace-4712'
const NEVER = () => new Promise<void>(() => undefined)
/** A turn of a model that speaks Chat Completions: its text, and what it costs. */
const TURN = chatDelta('ANSWER:\nA static route is a file with a name of its own [1].') + frames(
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
  { choices: [], usage: { prompt_tokens: 1_000, completion_tokens: 20 } },
  '[DONE]',
)
const content = await writeSite(join(await temporaryFolder(), 'docs'))

/** Runs `ask answer` over the small site with a model that replies as scripted; a collector takes the trace. */
async function run(t: TestContext, reply: Scripted) {
  const model = await modelServer(t, [reply])
  const collector = await modelServer(t, [{ body: ['{}'] }])
  const env = {
    LLM_API_KEY: LLM_KEY, LLM_BASE_URL: `${model.url}/v1`, LLM_MODEL: 'small', LLM_PROTOCOL: 'chat', LLM_RETRIES: '0',
    ANALYTICS_KEY: TRACE_KEY, ANALYTICS_HOST: collector.url,
  }
  const { code, out, err } = await runAsk(['answer', 'How do static routes work?', '--content', content], { fetch, stopSignal: NEVER, env })
  assert.doesNotMatch(out + err, /canary/)
  const [{ batch: [event] = [] } = {}] = collector.bodies() as { batch?: { properties: Record<string, unknown> }[] }[]
  assert.doesNotMatch(JSON.stringify(event), /canary/)
  return { code, out, err, model, trace: event?.properties ?? assert.fail('no trace was sent') }
}

test('a model answers from the folder, with links to its sections, and its trace is delivered before the end', async (t) => {
  const { code, out, err, model, trace } = await run(t, { body: [TURN] })
  assert.equal(code, 0, err)
  assert.match(out, /^A static route is a file with a name of its own \[[^\]]*\]+\(\/guides\/[^)]*\)\.\n$/)
  assert.match(err, /^Reading: /)
  assert.equal(model.requests[0]?.headers.authorization, `Bearer ${LLM_KEY}`)
  assert.deepEqual([trace['ask_outcome'], trace['$ai_model'], trace['$ai_input_tokens']], ['answered', 'small', 1_000])
})

test('a refusing provider ends it with 1, with the reason without the key, and is traced', async (t) => {
  const { code, out, err, trace } = await run(t, refusal(401, { error: { message: `Incorrect API key provided: ${LLM_KEY}` } }))
  assert.deepEqual([code, out], [1, ''])
  assert.match(err, /\nAn answer failed \(model-key\): [^\n]+ 401[^\n]+\nask: There is no answer, for the reason above: `ask doctor` tests key and model\n$/)
  assert.deepEqual([trace['ask_outcome'], trace['$ai_error']], ['error', 'model-key'])
})
