import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addServer, MCP_CLIENTS, serverLines } from '../../../../src/addons/setup/init/mcp-client.ts'

const SERVER = { name: 'acme-docs', command: 'node', args: ['bin/ask.js', 'mcp'] }
const client = (name: string) => MCP_CLIENTS.find((one) => one.name === name)!

const check = (title: string, name: string, before: string | null, expected: string | null) => {
  test(`addServer() ${title}`, () => assert.equal(addServer(client(name), SERVER, before), expected))
}

const NEW = `{
  "mcpServers": {
    "acme-docs": {
      "command": "node",
      "args": [
        "bin/ask.js",
        "mcp"
      ]
    }
  }
}
`
check('makes the file of claude', 'claude', null, NEW)
check('fills an empty file', 'cursor', ' \n', NEW)
check('fills an empty object', 'cursor', '{}\n', NEW)
/** The file as it is written, with the indentation that it has. */
const json = (value: unknown, indent: string | number = 2) => JSON.stringify(value, null, indent)
const STARTED = { command: 'node', args: ['bin/ask.js', 'mcp'] }

check('adds to other servers, in the indentation of the file', 'claude', json({ mcpServers: { x: { command: 'x' } }, y: 1 }, '\t'),
  json({ mcpServers: { x: { command: 'x' }, 'acme-docs': STARTED }, y: 1 }, '\t'))
check('adds a missing list of servers', 'claude', '{ "y": 1 }\n', `${json({ y: 1, mcpServers: { 'acme-docs': STARTED } })}\n`)
check('leaves an equal server as it is', 'claude', `{ "mcpServers": ${JSON.stringify({ 'acme-docs': STARTED })} }`, `{ "mcpServers": ${JSON.stringify({ 'acme-docs': STARTED })} }`)
check('keeps other members of a server', 'claude', json({ mcpServers: { 'acme-docs': { args: ['old.js'], env: { A: '1' }, command: 'node' }, x: {} } }),
  json({ mcpServers: { 'acme-docs': { args: STARTED.args, env: { A: '1' }, command: 'node' }, x: {} } }))
check('replaces a server of HTTP as a whole', 'cursor', '{ "mcpServers": { "acme-docs": { "url": "https://x.dev", "env": {} } } }', json({ mcpServers: { 'acme-docs': STARTED } }))
check('names the type for vscode', 'vscode', '{ "servers": {} }', json({ servers: { 'acme-docs': { type: 'stdio', ...STARTED } } }))
check('has the key of zed', 'zed', '{}', `${json({ context_servers: { 'acme-docs': STARTED } })}\n`)
check('leaves comments alone', 'vscode', '{\n  // mine\n  "servers": {}\n}', null)
check('leaves JSON alone whose numbers would change', 'claude', '{ "id": 12345678901234567890 }', null)
check('leaves broken JSON alone', 'claude', '{ "mcpServers": {', null)
check('leaves JSON of another shape alone', 'claude', '[]', null)
check('leaves servers of another shape alone', 'claude', '{ "mcpServers": [] }', null)

const TABLE = '[mcp_servers.acme-docs]\ncommand = "node"\nargs = ["bin/ask.js", "mcp"]\n'
check('makes the file of codex', 'codex', null, TABLE)
check('adds a table at the end', 'codex', 'model = "x" # mine\n\n[mcp_servers.y]\ncommand = "y"\n', `model = "x" # mine\n\n[mcp_servers.y]\ncommand = "y"\n\n${TABLE}`)
check('keeps line breaks of Windows', 'codex', 'a = 1\r\n', `a = 1\r\n\r\n${TABLE.replaceAll('\n', '\r\n')}`)
check('leaves an equal table as it is', 'codex', `a = 1\n${TABLE}`, `a = 1\n${TABLE}`)
check('leaves another table of this name alone', 'codex', '[mcp_servers.acme-docs]\ncommand = "x"\n', null)
check('leaves a value that no table may go on with alone', 'codex', 'mcp_servers = { y = { command = "y" } }\n', null)
check('leaves broken TOML alone', 'codex', '[mcp_servers\n= 3\n', null)

test('serverLines() are what a person would add', () => {
  assert.equal(`${serverLines(client('codex'), SERVER).join('\n')}\n`, TABLE)
  assert.deepEqual(JSON.parse(serverLines(client('vscode'), SERVER).join('\n')), { servers: { 'acme-docs': { type: 'stdio', command: 'node', args: ['bin/ask.js', 'mcp'] } } })
})
