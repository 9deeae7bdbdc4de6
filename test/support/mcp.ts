/** An MCP server over a graph in memory, and the checks every result must pass. */
import assert from 'node:assert/strict'
import { isObject, type JsonObject } from '../../src/core/base/json.ts'
import type { Graph } from '../../src/core/graph/graph.ts'
import type { Knowledge, StoredSections } from '../../src/core/graph/knowledge.ts'
import { createGraphKnowledge } from '../../src/core/graph/read.ts'
import { readMessage, type Reply } from '../../src/core/mcp/protocol.ts'
import { createMcpServer, type McpOptions, type McpServer, type Notify } from '../../src/core/mcp/server.ts'
import type { ToolSource } from '../../src/core/mcp/tools/tool.ts'
import { createTools } from '../../src/core/mcp/tools/tools.ts'
import type { SearchResult } from '../../src/core/search/show/result.ts'
import { graph } from './graph.ts'

/** `_meta` of a request of the modern era. */
export const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** Results of the search of `knowledgeOf` for the word `found`. */
export const FOUND: readonly SearchResult[] = [
  { id: 'routing#static', title: 'Routing', heading: 'static', url: '/routing/#static', group: 'Guides', snippet: 'What “static” says.' },
  { id: 'install', title: 'Install', url: '/install/', snippet: 'How to install.' },
]

/** The reads over a graph, with a search that knows one word. */
export function knowledgeOf(given: Graph): Knowledge {
  return createGraphKnowledge(given, async (query, limit) => ({ query, results: query === 'found' ? FOUND.slice(0, limit) : [] }))
}

export interface TestOptions extends Partial<McpOptions> {
  readonly graph?: Graph
  /** Markdown of every section; none without it. */
  readonly markdown?: string
  /** Default: not known. */
  readonly origin?: string
  readonly ask?: ToolSource['ask']
  /** Default: content in memory. */
  readonly store?: StoredSections
}

/** A server over the small test graph; `given` replaces parts of it. */
export function createTestServer({ graph: given = graph(), markdown, origin, ask = null, store, ...options }: TestOptions = {}): McpServer {
  const knowledge = { ...knowledgeOf(given), ...(markdown !== undefined && { markdown: async () => markdown }), ...(store !== undefined && { store }) }
  return createMcpServer({
    tools: createTools(options.title ?? null),
    source: { knowledge: async () => knowledge, origin: origin ?? null, ask }, title: null, now: () => 0,
    log: (line) => assert.fail(line), ...options,
  })
}

/** A source whose answers end only when a test ends or cancels them. */
export function slowAnswers() {
  const ends: (() => void)[] = []
  const signals: AbortSignal[] = []
  const ask: TestOptions['ask'] = (query, signal) =>
    new Promise((resolve, reject) => {
      signals.push(signal)
      signal.addEventListener('abort', () => reject(signal.reason))
      ends.push(() => resolve({ type: 'keyword', response: { results: [], query, model: '', mode: 'keyword' } }))
    })
  return { ask, ends, signals }
}

/** The reply to one request. */
export async function request(server: McpServer, method: string, params: JsonObject = {}, notify: Notify | null = null): Promise<Reply> {
  const message = readMessage({ jsonrpc: '2.0', id: 7, method, params })
  assert.equal(message.type, 'request')
  return server.handle(message, { signal: new AbortController().signal, notify })
}

/** The result of one request, which must have one. */
export async function resultOf(server: McpServer, method: string, params: JsonObject = {}): Promise<JsonObject> {
  const reply = await request(server, method, params)
  assert.ok('result' in reply, JSON.stringify(reply))
  return reply.result
}

/** The data and text of a result. */
export interface Shown {
  readonly data: JsonObject
  readonly text: string
  /** Bytes of the whole result. */
  readonly size: number
}

/** The result of a tool, which must fit its schema, with all values of the data in the text. */
export async function callTool(server: McpServer, name: string, args: JsonObject = {}): Promise<Shown> {
  const result = await resultOf(server, 'tools/call', { name, arguments: args })
  const { structuredContent: data } = result
  const text = textOf(result)
  assert.ok(isObject(data) && !('isError' in result), text)
  checkFits(await schemaOf(server, name), data)
  checkTextHolds(text, data)
  return { data, text, size: new TextEncoder().encode(JSON.stringify(result)).length }
}

/** The text of a tool error. */
export async function errorOf(server: McpServer, name: string, args: JsonObject = {}): Promise<string> {
  const result = await resultOf(server, 'tools/call', { name, arguments: args })
  assert.equal(result['isError'], true, JSON.stringify(result))
  assert.ok(!('structuredContent' in result), 'an error has no structured content')
  return textOf(result)
}

/** The objects of a list in the data of a result. */
export function listIn(data: JsonObject, name: string): readonly JsonObject[] {
  const list: unknown = data[name]
  assert.ok(Array.isArray(list) && list.every(isObject), `${name} is a list of objects`)
  return list
}

function textOf({ content }: JsonObject): string {
  assert.ok(Array.isArray(content) && content.length === 1 && isObject(content[0]) && content[0]['type'] === 'text')
  return String(content[0]['text'])
}

async function schemaOf(server: McpServer, name: string): Promise<unknown> {
  const tools = listIn(await resultOf(server, 'tools/list'), 'tools')
  return tools.find((tool) => tool['name'] === name)?.['outputSchema']
}

/** Fails where a value of `data` is not in the text unchanged; names of members are not checked. */
export function checkTextHolds(text: string, data: unknown): void {
  if (Array.isArray(data)) for (const item of data) checkTextHolds(text, item)
  else if (typeof data === 'object' && data !== null) for (const item of Object.values(data)) checkTextHolds(text, item)
  else if (data === true) assert.match(text, /truncated/)
  else if (data !== null && data !== undefined) assert.ok(text.includes(String(data)), `${JSON.stringify(data)} is not in ${JSON.stringify(text)}`)
}

/** The words that our schemas are made of. */
interface Schema {
  readonly type: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

/** Fails where a value doesn't fit a schema, or has members that it doesn't describe. */
export function checkFits(given: unknown, value: unknown, path = '$'): void {
  const schema = given as Schema
  const found = value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value
  assert.ok([schema.type].flat().includes(found), `${path} is ${found}, not ${schema.type}`)
  if (schema.enum !== undefined) assert.ok(schema.enum.includes(value), `${path} is ${String(value)}`)
  if (Array.isArray(value)) for (const [i, item] of value.entries()) checkFits(schema.items, item, `${path}[${i}]`)
  if (!isObject(value)) return
  for (const name of schema.required ?? []) assert.ok(Object.hasOwn(value, name), `${path}.${name} is missing`)
  for (const [name, item] of Object.entries(value)) {
    assert.ok(schema.properties !== undefined && Object.hasOwn(schema.properties, name), `${path}.${name} is not described`)
    checkFits(schema.properties[name], item, `${path}.${name}`)
  }
}
