/**
 * Every kind of message of the server, checked against the specification's own schema of each revision (setup.sh brings
 * them): as a whole, and its result as the one of its method.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { BIN, makeSite } from './program.mjs'

/** Far more than any test takes: it ends one that would wait for ever. */
const LIMIT = { timeout: 300_000 }
const LEGACY = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']
const MODERN = '2026-07-28'
const META = { 'io.modelcontextprotocol/protocolVersion': MODERN, 'io.modelcontextprotocol/clientCapabilities': {} }

const site = await makeSite()
after(() => site.remove())

/** Method and params of each exchange, and the name of its result; null for an error. */
const EXCHANGES = [
  ['tools/list', {}, 'ListToolsResult'],
  ...[
    ['search', { query: 'bulb' }], ['section_get', { id: 'guides/bulbs' }], ['sections_list', {}], ['overview', {}],
    ['glossary_list', {}], ['glossary_get', { term: 'none' }], ['answer', { query: 'bulb' }],
  ].map(([name, args]) => ['tools/call', { name, arguments: args }, 'CallToolResult']),
  ['resources/list', {}, 'ListResourcesResult'],
  ['resources/templates/list', {}, 'ListResourceTemplatesResult'],
  ['resources/read', { uri: 'ask:///guides/bulbs' }, 'ReadResourceResult'],
  ['resources/read', { uri: 'ask:///none' }, null],
  ['resources/list', { cursor: 'none' }, null],
  ['tools/call', { name: 'none' }, null],
  ['none', {}, null],
]

for (const version of [...LEGACY, MODERN]) {
  const file = new URL(`.schemas/${version}.json`, import.meta.url)
  const skip = existsSync(file) ? false : 'the schemas are absent: setup.sh could not reach the specification'
  test(`messages of ${version} fit its schema`, { ...LIMIT, skip }, async () => {
    const check = checker(JSON.parse(readFileSync(file, 'utf8')))
    const isModern = version === MODERN
    const opening = isModern
      ? [['server/discover', {}, 'DiscoverResult']]
      : [['initialize', { protocolVersion: version, capabilities: {}, clientInfo: { name: 'x', version: '1' } }, 'InitializeResult'], ['ping', {}, 'EmptyResult']]
    const { ask, end } = start()
    for (const [method, params, definition] of [...opening, ...EXCHANGES]) {
      const reply = await ask(method, isModern ? { ...params, _meta: META } : params)
      check('JSONRPCMessage', reply, method)
      assert.equal('result' in reply, definition !== null, `${method}: ${JSON.stringify(reply).slice(0, 200)}`)
      if (definition !== null) check(definition, reply.result, method)
      for (const { uri } of reply.result?.resources ?? []) assert.ok(URL.canParse(uri), uri)
    }
    await end()
  })
}

/** A function that checks a value against a definition of a schema. */
function checker(schema) {
  const isNew = schema.$schema.includes('2020-12')
  const ajv = new (isNew ? Ajv2020 : Ajv)({ strict: false, validateFormats: false })
  ajv.addSchema(schema, 'mcp')
  return (definition, value, method) => {
    const validate = ajv.getSchema(`mcp#/${isNew ? '$defs' : 'definitions'}/${definition}`)
    assert.ok(validate !== undefined, `the schema has no ${definition}`)
    assert.ok(validate(value), `${method}, ${definition}: ${ajv.errorsText(validate.errors)}`)
  }
}

/** The server over the pages of the site, and its replies in the order of their requests. */
function start() {
  const child = spawn(process.execPath, [BIN, 'mcp', '--content', 'docs'], { cwd: site.folder, stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let id = 0
  async function ask(method, params) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`)
    const reply = JSON.parse((await lines.next()).value)
    assert.equal(reply.id, id)
    return reply
  }
  async function end() {
    child.stdin.end()
    await exited
  }
  return { ask, end }
}
