/**
 * One answer through every provider of the table in docs/answers.md: the address, key and protocol that `ask` chooses, against
 * a mock server of somebody else's that speaks the formats of all of them. The mock stands in by address: requests to
 * a provider's host go to it, paths and bodies as they are.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { LLMock } from '@copilotkit/aimock'
import { createAsk, readSite, chunkPages } from '../../../src/index.ts'

interface Provider {
  readonly name: string
  readonly options: { readonly apiKey: string; readonly baseUrl?: string; readonly name?: string }
  /** Where the requests are to go. */
  readonly to: string
}

const PROVIDERS: readonly Provider[] = [
  { name: 'OpenAI', options: { apiKey: 'sk-canary-openai' }, to: 'https://api.openai.com/v1/responses' },
  { name: 'Anthropic', options: { apiKey: 'sk-ant-canary' }, to: 'https://api.anthropic.com/v1/messages' },
  { name: 'OpenRouter', options: { apiKey: 'sk-or-canary', name: 'openai/gpt-x' }, to: 'https://openrouter.ai/api/v1/chat/completions' },
  { name: 'Groq', options: { apiKey: 'gsk_canary', name: 'm' }, to: 'https://api.groq.com/openai/v1/chat/completions' },
  { name: 'xAI', options: { apiKey: 'xai-canary', name: 'm' }, to: 'https://api.x.ai/v1/chat/completions' },
  { name: 'Gemini', options: { apiKey: 'AIzacanary', name: 'm' }, to: 'https://generativelanguage.googleapis.com/v1beta/openai/chat/completions' },
  { name: 'Mistral', options: { apiKey: 'canary-key', baseUrl: 'https://api.mistral.ai/v1', name: 'm' }, to: 'https://api.mistral.ai/v1/chat/completions' },
  { name: 'DeepSeek', options: { apiKey: 'sk-canary', baseUrl: 'https://api.deepseek.com', name: 'm' }, to: 'https://api.deepseek.com/chat/completions' },
  { name: 'Azure', options: { apiKey: 'canary-key', baseUrl: 'https://acme.openai.azure.com/openai/v1', name: 'm' }, to: 'https://acme.openai.azure.com/openai/v1/responses' },
  {
    name: 'Azure, by deployment',
    options: { apiKey: 'canary-key', baseUrl: 'https://acme.openai.azure.com/openai/deployments/m?api-version=2024-10-21', name: 'm' },
    to: 'https://acme.openai.azure.com/openai/deployments/m/chat/completions?api-version=2024-10-21',
  },
  { name: 'Ollama', options: { apiKey: 'none', baseUrl: 'http://localhost:11434/v1', name: 'm' }, to: 'http://localhost:11434/v1/chat/completions' },
  { name: 'vLLM', options: { apiKey: 'none', baseUrl: 'http://localhost:8000/v1', name: 'm' }, to: 'http://localhost:8000/v1/chat/completions' },
  { name: 'llama.cpp', options: { apiKey: 'none', baseUrl: 'http://localhost:8080/v1', name: 'm' }, to: 'http://localhost:8080/v1/chat/completions' },
  { name: 'LM Studio', options: { apiKey: 'none', baseUrl: 'http://localhost:1234/v1', name: 'm' }, to: 'http://localhost:1234/v1/chat/completions' },
]

const SECTION = 'routing#static-routes'
const URL_OF_SECTION = '/routing/#static-routes'
const site = readSite([{ path: 'routing.md', text: '# Routing\n\nHow pages are found.\n\n## Static routes\n\nA static route is a file.\n' }], { base: '/', trailingSlash: true, depth: 6 })

const mock = new LLMock({ port: 0 })
mock.on({ hasToolResult: false }, { toolCalls: [{ name: 'open', arguments: JSON.stringify({ id: SECTION }) }] })
mock.on({ hasToolResult: true }, { content: 'ANSWER:\nA static route is a file [1]. See [there](https://evil.example).' })
await mock.start()
after(() => mock.stop())

/** Sends what goes to a provider to the mock. */
function rerouted(seen: string[], secrets: string[]): typeof fetch {
  return async (input, init) => {
    const { pathname, search, href } = new URL(String(input))
    seen.push(href)
    secrets.push(JSON.stringify([...new Headers(init?.headers)].filter(([name]) => /authorization|key/.test(name))))
    return fetch(`${mock.url}${pathname}${search}`, init)
  }
}

async function askThrough({ options }: Provider) {
  const [seen, secrets, logged]: [string[], string[], string[]] = [[], [], []]
  const ask = createAsk({ model: options, content: async () => chunkPages(site.pages), fetch: rerouted(seen, secrets), log: (line) => logged.push(line) })
  const body = JSON.stringify({ query: 'What is a static route?', mode: 'agentic' })
  const reply = await ask.fetch(new Request('http://docs.example/api/ask', { method: 'POST', headers: { 'content-type': 'application/json' }, body }))
  return { seen, secrets, logged, type: reply.headers.get('content-type'), text: await reply.text() }
}

/** The payloads of one kind of event. */
function payloads(text: string, event: string): readonly Record<string, unknown>[] {
  return [...text.matchAll(new RegExp(`^event: ${event}\\ndata: (.*)$`, 'gm'))].map(([, data]) => JSON.parse(data!))
}

for (const provider of PROVIDERS) {
  test(`${provider.name} gives an answer in two requests`, async () => {
    const { seen, secrets, logged, type, text } = await askThrough(provider)
    assert.equal(type, 'text/event-stream; charset=utf-8')
    assert.deepEqual(logged, [])
    assert.deepEqual(seen, [provider.to, provider.to])
    const answer = payloads(text, 'token').map((token) => token['text']).join('')
    assert.match(answer, /^A static route is a file \[1\]\(\/routing\/(?:#static-routes)?\)\. See there\.?$/)
    const [sources] = payloads(text, 'sources') as [{ sources: { url: string }[] }]
    assert.ok(sources.sources.some(({ url }) => url === URL_OF_SECTION))
    assert.equal(payloads(text, 'done').length, 1)
    assert.deepEqual(payloads(text, 'error'), [])
    const isKeyless = provider.options.apiKey === 'none'
    assert.equal(secrets.every((headers) => headers.includes('canary') !== isKeyless), true)
    assert.doesNotMatch(text + logged.join(), /canary/)
  })
}
