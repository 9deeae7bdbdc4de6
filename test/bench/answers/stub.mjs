/**
 * The model's server, a process of its own: answers each request with a stream of Chat Completions. Every token is a
 * word that holds the moment it was written, in ns of the clock that all processes share, so that any reader can tell
 * how long it was on its way. The plan comes with the message that changes it:
 *
 *   { tokens, gapMs, isMarked }   gapMs 0: as fast as it is read
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

let plan = { tokens: 1, gapMs: 0, isMarked: true }

/** Connections outlive the pauses between two measurements. */
const KEEP_ALIVE_MS = 600_000

const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, async (req, res) => {
  for await (const _ of req);
  const { tokens, gapMs, isMarked } = plan
  res.writeHead(200, { 'content-type': 'text/event-stream' })
  res.flushHeaders()
  const start = performance.now()
  for (let token = 0; token < tokens && !res.destroyed; token += 1) {
    // The mark and the first word are one write: what comes between is not the model's time.
    const mark = token === 0 && isMarked ? delta('ANSWER:') + delta('\n') : ''
    const isRead = res.write(mark + delta(`w${process.hrtime.bigint()} `))
    if (gapMs > 0) await sleep(Math.max(0, start + (token + 1) * gapMs - performance.now()))
    else if (!isRead) await Promise.race([once(res, 'drain'), once(res, 'close')])
  }
  res.end(`${event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}data: [DONE]\n\n`)
})
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('message', (message) => {
  plan = message
  process.send({ plan })
})

/** As OpenAI writes them, with all that surrounds the text. */
function delta(content) {
  return event({ choices: [{ index: 0, delta: { content }, logprobs: null, finish_reason: null }] })
}

function event(fields) {
  return `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_795_000_000, model: 'm-1', ...fields })}\n\n`
}
