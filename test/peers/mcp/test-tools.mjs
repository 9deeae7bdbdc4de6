/** An MCP endpoint with tools that the conformance suite calls by name; prints its address. Runs on a Node that strips types. */
import { createServer } from 'node:http'
import { AskError } from '../../../src/core/base/errors.ts'
import { createMcpHandler } from '../../../src/core/http/mcp.ts'
import { createMcpServer } from '../../../src/core/mcp/server.ts'
import { createListener } from '../../../src/core/node/server/listener.ts'

const tool = (name, call, inputSchema = { type: 'object', properties: {} }) => ({
  name,
  title: name,
  description: `Made for the scenario ${name}`,
  inputSchema,
  outputSchema: { type: 'object', properties: {} },
  isOpenWorld: false,
  hasProgress: false,
  call,
})

const SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

const tools = [
  tool('test_simple_text', async () => ({ data: {}, text: 'This is a simple text response for testing.' })),
  tool('test_error_handling', async () => {
    throw new AskError('bad-request', 'This tool intentionally returns an error for testing')
  }),
  tool('json_schema_2020_12_tool', async () => ({ data: {}, text: 'done' }), SCHEMA),
]

const server = createMcpServer({ tools, source: { knowledge: async () => null, ask: null }, title: null, now: Date.now, log: console.error })
const settings = { endpoint: '', allowedHosts: [], corsOrigins: [], postsPerMinute: 600, trustedProxies: 0, openapi: null, heartbeatMs: 15_000 }
const listener = createServer(createListener(createMcpHandler(server, settings, () => null))).listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${listener.address().port}/mcp`)
})
