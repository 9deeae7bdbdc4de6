/**
 * The official clients, old and new, over stdio and HTTP, in every revision they
 * speak: each lists and calls every tool, and validates what comes back.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client'
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { answering, BIN, makeSite, serve } from './program.mjs'

const LEGACY = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']
const INFO = { name: 'peer', version: '1.0.0' }
/** Far more than any test takes: it ends one that would wait for ever. */
const LIMIT = { timeout: 300_000 }
const STEP_MS = 20
const TOOLS = ['answer', 'glossary_get', 'glossary_list', 'overview', 'search', 'section_get', 'sections_list']

const site = await makeSite()
const service = await serve(site.folder)
const model = await answering(service.address)
after(async () => {
  model.stop()
  await service.stop()
  site.remove()
})

const stdio = (...args) => ({ command: process.execPath, args: [BIN, 'mcp', ...args], cwd: site.folder })
const endpoint = () => new URL(`${service.address}/mcp`)

/** A transport whose client asks for this revision, which its own choice would not. */
function asking(transport, version) {
  const send = transport.send.bind(transport)
  transport.send = (message, options) =>
    send(message.method === 'initialize' ? { ...message, params: { ...message.params, protocolVersion: version } } : message, options)
  return transport
}

/** Every way to connect: what is negotiated, and whether `answer` is given by a model. */
const WAYS = [
  ...LEGACY.flatMap((version) => [
    { name: `SDK 1, stdio, ${version}`, make: () => [new Client(INFO), asking(new StdioClientTransport(stdio()), version)], answers: 'none' },
    { name: `SDK 1, HTTP, ${version}`, make: () => [new Client(INFO), asking(new StreamableHTTPClientTransport(endpoint()), version)], answers: 'keyword' },
    { name: `client 2, stdio, ${version}`, make: () => [new ModernClient(INFO), asking(new ModernStdio(stdio()), version)], version, answers: 'none' },
    { name: `client 2, HTTP, ${version}`, make: () => [new ModernClient(INFO), asking(new ModernHttp(endpoint()), version)], version, answers: 'keyword' },
  ]),
  ...['auto', { pin: '2026-07-28' }].flatMap((mode) => {
    const client = () => new ModernClient(INFO, { versionNegotiation: { mode } })
    const name = typeof mode === 'string' ? mode : 'pinned'
    return [
      { name: `client 2, stdio, ${name}`, make: () => [client(), new ModernStdio(stdio())], version: '2026-07-28', answers: 'none' },
      { name: `client 2, HTTP, ${name}`, make: () => [client(), new ModernHttp(endpoint())], version: '2026-07-28', answers: 'keyword' },
    ]
  }),
  { name: 'SDK 1, stdio, a service behind it', make: () => [new Client(INFO), new StdioClientTransport(stdio('--endpoint', model.address))], answers: 'agentic' },
  {
    name: 'client 2, stdio, a service behind it, modern',
    make: () => [new ModernClient(INFO, { versionNegotiation: { mode: 'auto' } }), new ModernStdio(stdio('--endpoint', model.address))],
    version: '2026-07-28',
    answers: 'agentic',
  },
]

for (const { name, make, version, answers } of WAYS) {
  test(`${name}: every tool works and validates`, LIMIT, async () => {
    const [client, transport] = make()
    const errors = []
    client.onerror = (error) => errors.push(error)
    await client.connect(transport)
    try {
      if (version !== undefined) assert.equal(client.getNegotiatedProtocolVersion(), version)
      assert.equal(client.getServerVersion().name, 'ask')
      const { tools } = await client.listTools()
      assert.deepEqual(tools.map((tool) => tool.name).sort(), TOOLS)
      await callAll(client, tools, answers)
      await assert.rejects(client.callTool({ name: 'no_such_tool', arguments: {} }), /Unknown tool: no_such_tool/)
      assert.deepEqual(errors, [])
    } finally {
      await client.close()
    }
  })
}

for (const [name, make] of [
  ['SDK 1, stdio', () => [new Client(INFO), new StdioClientTransport(stdio('--content', 'docs'))]],
  ['SDK 1, HTTP', () => [new Client(INFO), new StreamableHTTPClientTransport(endpoint())]],
  ['client 2, stdio, modern', () => [new ModernClient(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } }), new ModernStdio(stdio('--content', 'docs'))]],
  ['client 2, HTTP, modern', () => [new ModernClient(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } }), new ModernHttp(endpoint())]],
]) {
  test(`${name}: every page is listed as a resource and read as Markdown`, LIMIT, async () => {
    const [client, transport] = make()
    await client.connect(transport)
    try {
      assert.deepEqual(client.getServerCapabilities().resources, {})
      const { resources } = await client.listResources()
      assert.deepEqual(resources.map(({ uri, title, mimeType }) => [uri, title, mimeType]), [
        ['ask:///index', 'Lamps', 'text/markdown'], ['ask:///guides/bulbs', 'Bulbs', 'text/markdown'],
      ])
      const { contents } = await client.readResource({ uri: 'ask:///guides/bulbs' })
      assert.match(contents[0].text, /^# Bulbs\n\nAddress: \/guides\/bulbs\/\n[^]*```sh\nlamp --off\n```\n$/)
      await assert.rejects(client.readResource({ uri: 'ask:///none' }), /Resource not found/)
    } finally {
      await client.close()
    }
  })
}

const DESKTOP = ['claude', 'claude-desktop', 'cursor', 'vscode', 'codex', 'gemini', 'windsurf', 'zed']

test('what ask mcp install writes for each client starts as from a desktop, for old and new clients', LIMIT, async () => {
  for (const name of DESKTOP) {
    const home = join(site.folder, 'homes', name)
    mkdirSync(home, { recursive: true })
    const flags = ['--client', name, '--user', '--content', 'docs', '--yes']
    execFileSync(process.execPath, [BIN, 'mcp', 'install', ...flags], { cwd: site.folder, env: { ...process.env, HOME: home } })
    const [file] = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const text = readFileSync(join(file.parentPath, file.name), 'utf8')
    // In JSON as in TOML.
    const [command, args] = [/command"? *[:=] *(".*?")/, /args"? *[:=] *(\[[^]*?\])/].map((pattern) => JSON.parse(pattern.exec(text)[1]))
    const server = { command, args, cwd: '/', env: { PATH: '' } }
    for (const [client, transport] of [
      [new Client(INFO), new StdioClientTransport(server)],
      [new ModernClient(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } }), new ModernStdio(server)],
    ]) {
      await client.connect(transport)
      const { structuredContent } = await client.callTool({ name: 'search', arguments: { query: 'bulb', maxResults: '1' } })
      assert.equal(structuredContent.results.length, 1, name)
      await client.close()
    }
  }
})

/** Calls every tool; the clients validate what has an output schema, and so do both dialects of it here. */
async function callAll(client, tools, answers) {
  async function call(name, args, isError = false) {
    const result = await client.callTool({ name, arguments: args })
    assert.equal(result.isError === true, isError, `${name}: ${result.content[0].text}`)
    assert.equal(result.content[0].type, 'text')
    assert.equal(result.structuredContent === undefined, isError)
    const { outputSchema } = tools.find((tool) => tool.name === name)
    for (const ajv of isError ? [] : [new Ajv(), new Ajv2020()]) assert.ok(ajv.validate(outputSchema, result.structuredContent), ajv.errorsText())
    return isError ? result.content[0].text : result.structuredContent
  }
  const { results } = await call('search', { query: 'change the bulb', maxResults: 3 })
  assert.equal(results[0].id, 'guides/bulbs#change-the-bulb')
  const section = await call('section_get', { id: results[0].id })
  assert.ok(section.facts.some(({ literal }) => literal === '--off'))
  assert.equal((await call('sections_list', {})).sections.length, 3)
  assert.equal((await call('sections_list', { group: 'Guides' })).sections.length, 2)
  assert.match((await call('overview', {})).overview, /Bulbs/)
  const { terms } = await call('glossary_list', {})
  assert.deepEqual(await call('glossary_get', { term: terms[0].term.toUpperCase() }), terms[0])
  assert.match(await call('section_get', { id: 'guides/bulb' }, true), /Nearest: "guides\/bulbs"/)
  assert.match(await call('glossary_get', {}, true), /"term" is required/)
  const answer = await call('answer', { query: 'How do I change the bulb?' }, answers === 'none')
  if (answers === 'none') assert.match(answer, /--endpoint/)
  else assert.equal(answer.mode, answers)
  if (answers === 'agentic') assert.equal(answer.answer, 'Turn it off first [1](/guides/bulbs/#change-the-bulb), not so.')
}

for (const [name, make] of [
  ['SDK 1', () => [new Client(INFO), new StdioClientTransport(stdio('--endpoint', model.address))]],
  ['client 2, modern', () => [new ModernClient(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } }), new ModernStdio(stdio('--endpoint', model.address))]],
]) {
  test(`${name}: progress comes while an answer takes its time, and a cancel ends it`, LIMIT, async () => {
    const [client, transport] = make()
    const errors = []
    client.onerror = (error) => errors.push(error)
    await client.connect(transport)
    const call = (query, options) => (client instanceof Client ? client.callTool({ name: 'answer', arguments: { query } }, undefined, options) : client.callTool({ name: 'answer', arguments: { query } }, options))
    try {
      const progress = []
      const result = await call('slow one', {
        onprogress: (step) => {
          progress.push(step)
          model.goOn()
        },
      })
      assert.equal(result.structuredContent.mode, 'agentic')
      assert.deepEqual(progress.map((step) => step.progress), [1, 2])
      assert.deepEqual(progress.map((step) => step.message), ['Answering from 1 section', 'Writing the answer'])
      const before = { ...model.seen }
      const controller = new AbortController()
      const cancelled = call('slow and cancelled', { signal: controller.signal })
      await Promise.all([assert.rejects(cancelled), comes(() => model.seen.open > before.open).then(() => controller.abort())])
      await comes(() => model.seen.closed > before.closed)
      assert.equal((await client.callTool({ name: 'overview', arguments: {} })).isError ?? false, false)
      assert.deepEqual(errors, [])
    } finally {
      await client.close()
    }
  })
}

/** Resolves when the predicate holds; the test's limit ends it otherwise. */
async function comes(predicate) {
  while (!predicate()) await new Promise((resolve) => setTimeout(resolve, STEP_MS))
}
