import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_BOUNDS } from '../src/answer/bounds.ts'
import { AskError } from '../src/base/errors.ts'
import { resolveBounds, resolveContent, resolveHttp } from '../src/settings.ts'

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
    heartbeatMs: 15_000,
    answers: {
      perMinute: 10,
      perDay: 100,
      atOnce: 8,
      maxWaiting: 16,
      maxWaitMs: 10_000,
      tokensPerDay: 2_000_000,
      origins: [],
      isCached: true,
    },
  })
})

test('resolveHttp() takes each limit of answers', () => {
  const { answers } = resolveHttp({
    answersPerMinute: 1,
    answersPerDay: 2,
    maxAnswers: 3,
    maxWaiting: 0,
    tokensPerDay: 5,
    origins: ['https://Docs.Example.com/'],
    answerCache: false,
  })
  const origins = ['https://docs.example.com']
  assert.deepEqual(answers, { perMinute: 1, perDay: 2, atOnce: 3, maxWaiting: 0, maxWaitMs: 10_000, tokensPerDay: 5, origins, isCached: false })
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
    refuses(() => resolveHttp({ corsOrigins: [origin] }), /^An origin must look like/)
  }
})

test('resolveHttp() refuses numbers out of range', () => {
  refuses(() => resolveHttp({ postsPerMinute: 0 }), /^postsPerMinute must be a whole number from 1 to 100000, not 0$/)
  refuses(() => resolveHttp({ trustedProxies: 11 }), /^trustedProxies must be/)
  for (const name of ['answersPerMinute', 'answersPerDay', 'maxAnswers', 'tokensPerDay']) {
    for (const value of [0, -1, 1.5, Infinity]) refuses(() => resolveHttp({ [name]: value }), new RegExp(`^${name} must be a whole number from 1 to`))
  }
  refuses(() => resolveHttp({ maxWaiting: -1 }), /^maxWaiting must be a whole number from 0 to/)
})

test('resolveBounds() takes time and tokens from the model, and the rest from its defaults', () => {
  const model = { deadlineMs: 30_000, maxTokens: 512 }
  assert.deepEqual(resolveBounds({}, model), { ...DEFAULT_BOUNDS, timeoutMs: 30_000, maxOutputTokens: 512 })
  assert.deepEqual(resolveBounds({ maxSteps: 2, timeoutMs: 5_000 }, model), { ...DEFAULT_BOUNDS, maxSteps: 2, timeoutMs: 5_000, maxOutputTokens: 512 })
  refuses(() => resolveBounds({ maxSteps: 0 }, model), /^bounds.maxSteps must be a whole number from 1 to 1000000, not 0$/)
})
