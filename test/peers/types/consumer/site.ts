/** A site that mounts the service, as its owner would write it: every entry point, and every error that types must find. */
import { createServer } from 'node:http'
import {
  AskError,
  chunkPages,
  contentHash,
  createAsk,
  createEndpointKnowledge,
  createSearcher,
  decodeGraph,
  extractGraph,
  formatGraph,
  readOptions,
  readSite,
  selectFiles,
  type AnswerEvent,
  type AnswerReport,
  type Ask,
  type AskOptions,
  type Chunk,
  type ErrorCode,
  type Graph,
  type OptionError,
  type SearchResult,
} from 'ask-service'
import { createListener, findGraph, readFolder, startServer, type ListenerOptions } from 'ask-service/node'
import ask, { type AskAstroOptions } from 'ask-service/astro'
import { STRINGS } from 'ask-service/overlay/de'

const options: AskOptions = {
  content: async () => chunkPages((await readFolder('docs', { base: '/docs' })).pages),
  graph: () => findGraph('.service/kg.json'),
  model: { apiKey: process.env['LLM_API_KEY'], name: 'small' },
  limits: { answersPerDay: 50, answer: { maxSteps: 3 } },
  trace: { captureContent: 'redacted' },
}
export const service: Ask = createAsk({ ...options, ...readOptions(process.env) })
export const prebuilt = createAsk({ prebuilt: async () => JSON.parse('{}') as unknown })

// @ts-expect-error content and prebuilt exclude each other
createAsk({ content: options.content, prebuilt: async () => null })
// @ts-expect-error an option that does not exist
createAsk({ content: options.content, endpiont: '/ask' })
// @ts-expect-error one of the two is needed
createAsk({ siteTitle: 'Acme' })
// @ts-expect-error a limit of another kind
createAsk({ content: options.content, limits: { answersPerDay: '50' } })

/** Every kind of event has its own members. */
export function shown(event: AnswerEvent): string {
  switch (event.type) {
    case 'search': return event.query
    case 'sources': return event.sources.map(({ url, title }) => title ?? url).join()
    case 'token': return event.text
    case 'outcome': return event.cited.join()
    case 'done': return ''
    case 'error': return event.error
  }
}

export async function answer(question: string): Promise<string> {
  const reports: AnswerReport[] = []
  let text = ''
  for await (const event of service.answer?.(question, { onReport: (report) => reports.push(report) }) ?? []) text += shown(event)
  return text
}

export async function searched(chunks: readonly Chunk[]): Promise<readonly SearchResult[]> {
  const files = selectFiles(['a.md']).map((path) => ({ path, text: '# A' }))
  const graph: Graph = decodeGraph(JSON.parse(formatGraph(await extractGraph(readSite(files).pages))))
  if (graph.contentHash === await contentHash(chunks)) return []
  const knowledge = createEndpointKnowledge('https://docs.example.com')
  return (await knowledge.search('a', 5)).results
}

export function describe(error: unknown): ErrorCode | OptionError['option'] | null {
  return error instanceof AskError ? error.code : null
}

export const searcher = createSearcher([])
const listening: ListenerOptions = {}
createServer(createListener(service.handle, listening))
export const running = startServer(service.handle, { host: '127.0.0.1', port: 0 })
const astro: AskAstroOptions = { collections: { blog: '/blog/[id]/' }, overlay: { shortcut: 'k' } }
export const integration = ask(astro)
export const german = STRINGS
