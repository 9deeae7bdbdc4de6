/** A server that speaks Chat Completions: each answer has the same words, with a gap between two of them. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

/** A running model. */
export interface FakeModel {
  /** Variables that make it the model of a service. */
  readonly env: Readonly<Record<string, string>>
  /** The text of each answer. */
  readonly text: string
  /** Requests under way, and the most that there were at once. */
  readonly open: () => number
  readonly most: () => number
}

export async function startModel(t: TestContext, { words, gapMs }: { readonly words: number; readonly gapMs: number }): Promise<FakeModel> {
  const pieces = Array.from({ length: words }, (_, at) => `word${at}${at === words - 1 ? '.' : ' '}`)
  let [open, most] = [0, 0]
  const server = createServer(async (req, res) => {
    open += 1
    most = Math.max(most, open)
    res.once('close', () => (open -= 1))
    req.resume()
    await once(req, 'end')
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    res.write(delta({ content: 'ANSWER:\n' }))
    for (const content of pieces) {
      if (res.destroyed) return
      res.write(delta({ content }))
      if (gapMs > 0) await sleep(gapMs)
    }
    res.end(`${delta({}, 'stop')}data: [DONE]\n\n`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    env: { LLM_API_KEY: 'canary-key', LLM_MODEL: 'm-1', LLM_BASE_URL: `http://127.0.0.1:${port}/v1` },
    text: pieces.join(''),
    open: () => open,
    most: () => most,
  }
}

function delta(content: object, finish: string | null = null): string {
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm-1', choices: [{ index: 0, delta: content, finish_reason: finish }] })}\n\n`
}
