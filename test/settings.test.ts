import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AskError } from '../src/errors.ts'
import { resolveContent, resolveHttp, resolveKey } from '../src/settings.ts'

/** Asserts that an option is refused in words that name what was given. */
function refuses(resolve: () => unknown, words: RegExp): void {
  assert.throws(resolve, (error) => error instanceof AskError && error.code === 'usage' && words.test(error.message))
}

test('resolveContent() fills in the defaults', () => {
  assert.deepEqual(resolveContent({}), { base: '/', trailingSlash: true, depth: 6 })
})

test('resolveContent() ends a base in a slash', () => {
  const rows = [
    ['/docs', '/docs/'],
    ['/docs/', '/docs/'],
    ['https://docs.example.com', 'https://docs.example.com/'],
    ['https://example.com/docs', 'https://example.com/docs/'],
  ]
  for (const [given, base] of rows) assert.equal(resolveContent({ base: given! }).base, base)
})

test('resolveContent() refuses a base that can prefix no link', () => {
  for (const base of ['docs', '', '//evil.example', '/docs?a', '/docs#a', '/a b', '/a\\b', 'javascript:alert(1)', 'https://']) {
    refuses(() => resolveContent({ base }), /^base must be a path such as/)
  }
})

test('resolveContent() refuses a depth outside 2 to 6', () => {
  for (const depth of [1, 7, 2.5, NaN]) refuses(() => resolveContent({ depth }), /^depth must be a whole number from 2 to 6/)
})

test('resolveHttp() fills in the defaults', () => {
  assert.deepEqual(resolveHttp({}), {
    endpoint: '/api/ask',
    corsOrigins: [],
    maxBodyBytes: 65_536,
    maxQueryCodePoints: 1_000,
    postsPerMinute: 600,
    trustedProxies: 0,
    openapi: null,
  })
})

test('resolveHttp() takes any path as endpoint, without its last slash', () => {
  for (const endpoint of ['/ask', '/ask/', '/docs/api/v1.2/ask']) {
    assert.equal(resolveHttp({ endpoint }).endpoint, endpoint.replace(/\/$/, ''))
  }
})

test('resolveHttp() refuses an endpoint that no request could meet', () => {
  for (const endpoint of ['', '/', 'api', '//ask', '/a//b', '/../ask', '/a/./b', '/a?b', '/%61sk', '/ask me']) {
    refuses(() => resolveHttp({ endpoint }), /^endpoint must be a path such as/)
  }
})

test('resolveHttp() takes origins as browsers send them', () => {
  const { corsOrigins } = resolveHttp({ corsOrigins: ['https://Docs.Example.com/', 'http://localhost:4321', ' https://a.example'] })
  assert.deepEqual(corsOrigins, ['https://docs.example.com', 'http://localhost:4321', 'https://a.example'])
})

test('resolveHttp() refuses origins that are more or less than an origin', () => {
  for (const origin of ['*', 'null', 'docs.example.com', 'https://example.com/docs', 'https://example.com/?a', 'file:///etc']) {
    refuses(() => resolveHttp({ corsOrigins: [origin] }), /^A CORS origin must look like/)
  }
})

test('resolveHttp() refuses numbers out of range', () => {
  refuses(() => resolveHttp({ postsPerMinute: 0 }), /^postsPerMinute must be a whole number from 1 to 100000, not 0$/)
  refuses(() => resolveHttp({ trustedProxies: 11 }), /^trustedProxies must be/)
})

test('resolveKey() trims a key and takes blank for none', () => {
  const rows = [
    ['sk-1', 'sk-1'],
    [' sk-1\n', 'sk-1'],
    ['', null],
    ['  \n', null],
    [undefined, null],
  ] as const
  for (const [given, key] of rows) assert.equal(resolveKey(given), key)
})

test('resolveKey() refuses a key that no header can carry, without showing it', () => {
  for (const key of ['canary one', 'canary\r\nX-Evil: 1', 'canaré', 'canary\u0000']) {
    refuses(() => resolveKey(key), /^(?!.*canar).*set it again$/)
  }
})
