import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OpenSearchOptions, resolveConnection } from '../../../../src/addons/store/opensearch/address.ts'

const OPTIONS: OpenSearchOptions = { url: 'https://search.example.com:9200', index: 'ask-docs' }

function checkRefused(given: Partial<OpenSearchOptions>, message: RegExp) {
  assert.throws(() => resolveConnection({ ...OPTIONS, ...given }), (error: Error) => {
    assert.match(error.message, message)
    assert.doesNotMatch(error.message, /hunter2/)
    return true
  })
}

test('resolveConnection() takes http: for this machine, and for others where it is asked for', () => {
  for (const url of ['http://127.0.0.1:9200', 'http://localhost:9200', 'http://[::1]:9200']) {
    assert.deepEqual(resolveConnection({ ...OPTIONS, url }).addresses, [url])
  }
  checkRefused({ url: 'http://search.internal:9200' }, /^url must begin with https:/)
  resolveConnection({ ...OPTIONS, url: 'http://search.internal:9200', allowHttp: true })
})

test('resolveConnection() refuses addresses that can\'t be used', () => {
  checkRefused({ url: '' }, /^url must be the address/)
  checkRefused({ url: 'search.example.com' }, /^url must hold addresses/)
  checkRefused({ url: 'https://admin:hunter2@search.example.com' }, /^url must not hold a user name or password/)
  checkRefused({ url: 'https://search.example.com/?key=hunter2' }, /^url must not have a query/)
})

test('resolveConnection() refuses index names that engines refuse', () => {
  for (const index of ['', 'Docs', '_docs', '-docs', 'a b', 'a/b', 'a*', 'a,b', '..', 'x'.repeat(201)]) {
    checkRefused({ index }, /^index must be/)
  }
})

test('resolveConnection() makes the header of one kind of credentials', () => {
  const { authorization } = resolveConnection({ ...OPTIONS, user: 'ask', password: 'hunter2 é' }).headers
  assert.equal(Buffer.from(authorization!.replace('Basic ', ''), 'base64').toString(), 'ask:hunter2 é')
  assert.equal(resolveConnection({ ...OPTIONS, apiKey: 'abc==' }).headers['authorization'], 'ApiKey abc==')
  checkRefused({ user: 'ask' }, /^password and user must be set together/)
  checkRefused({ user: 'ask', password: 'hunter2', apiKey: 'hunter2' }, /^apiKey must not be set together with user/)
  checkRefused({ apiKey: 'hunter2\n x' }, /^apiKey holds characters/)
})

test('resolveConnection() keeps credentials out of the log', () => {
  const lines: string[] = []
  const { log, headers } = resolveConnection({ ...OPTIONS, user: 'ask', password: 'hunter2hunter2', log: (line) => lines.push(line) })
  log(`sent ${headers['authorization']} with hunter2hunter2`)
  assert.doesNotMatch(lines.join(), /hunter2|YXNr/)
})

test('resolveConnection() refuses headers that belong to a request', () => {
  checkRefused({ headers: { 'Content-Type': 'text/plain' } }, /^headers can't set the header content-type/)
  checkRefused({ headers: { 'x-a': 'a\nb: hunter2' } }, /^headers must hold ASCII text/)
})
