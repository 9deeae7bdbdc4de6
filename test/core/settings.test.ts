import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_BOUNDS } from '../../src/core/answer/answerer.ts'
import { isOptionError } from '../../src/core/base/option.ts'
import { createMemoryLedger } from '../../src/core/http/answers/guard.ts'
import { PLAIN_RULES } from '../../src/core/content/generators/rules.ts'
import { resolveBounds, resolveContent, resolveHttp } from '../../src/core/settings.ts'
import { rulesOf } from '../support/rules.ts'

/** Asserts that an option is refused by a message that begins with its path. */
function refuses(resolve: () => unknown, message: RegExp): void {
  assert.throws(resolve, (error) => isOptionError(error) && error.message.startsWith(error.option) && message.test(error.message))
}

test('resolveContent() fills in the defaults', () => {
  assert.deepEqual(resolveContent({}), {
    base: '/', trailingSlash: true, depth: 6, siteTitle: null, defaultLang: null, defaultVersion: null, locales: null, commonTitles: null,
    weights: [], rules: PLAIN_RULES, now: Date.now,
  })
})

test('resolveContent() takes languages as tags', () => {
  const { defaultLang, defaultVersion, locales } = resolveContent({ defaultLang: 'pt_br', defaultVersion: ' 2.x ', locales: { zh: 'zh-cn' } })
  assert.deepEqual([defaultLang, defaultVersion, locales], ['pt-BR', '2.x', { zh: 'zh-CN' }])
  assert.deepEqual(resolveContent({ locales: {} }).locales, {})
  assert.equal(resolveContent({ generator: 'hugo' }).rules.generator, 'hugo')
  refuses(() => resolveContent({ generator: JSON.parse('"gatsby"') }), /^generator must be one of docusaurus, .*, plain, not "gatsby"$/)
  refuses(() => resolveContent({ defaultLang: 'English' }), /^defaultLang must be a language tag such as en or pt-BR, not "English"$/)
  refuses(() => resolveContent({ defaultLang: JSON.parse('1') }), /^defaultLang must be a language tag/)
  refuses(() => resolveContent({ locales: JSON.parse('["fr"]') }), /^locales must be an object such as \{ fr: 'fr' \}$/)
  refuses(() => resolveContent({ locales: { api: 'api docs' } }), /^locales must be a language tag such as en or pt-BR, not "api docs"$/)
})

test('resolveContent() takes the title of the site and the titles of an earlier reading', () => {
  const { siteTitle, commonTitles } = resolveContent({ siteTitle: ' Acme ', commonTitles: ['acme'] })
  assert.deepEqual([siteTitle, commonTitles], ['Acme', ['acme']])
  assert.equal(resolveContent({ siteTitle: '' }).siteTitle, null)
  refuses(() => resolveContent({ siteTitle: JSON.parse('1') }), /^siteTitle must be a string, not 1$/)
  refuses(() => resolveContent({ commonTitles: JSON.parse('"a"') }), /^commonTitles must be an array of strings$/)
})

test('resolveContent() ends a base in a slash', () => {
  for (const base of ['/docs', '/docs/', 'https://docs.example.com', 'https://example.com/docs']) {
    assert.equal(resolveContent({ base }).base, base.endsWith('/') ? base : `${base}/`)
  }
})

test('resolveContent() refuses a base that can prefix no link', () => {
  for (const base of ['docs', '', '//evil.example', '/docs?a', '/docs#a', '/a b', '/a\\b', 'javascript:alert(1)', 'https://', 'https://%/docs', 'https://docs.example.com:99999']) {
    refuses(() => resolveContent({ base }), /^base must be a path such as/)
  }
})

test('resolveContent() refuses a depth outside 2 to 6', () => {
  for (const depth of [1, 7, 2.5, NaN]) refuses(() => resolveContent({ depth }), /^depth must be a whole number from 2 to 6/)
})

test('resolveHttp() fills in the defaults', () => {
  const ledger = createMemoryLedger()
  assert.deepEqual(resolveHttp({}, ledger), {
    endpoint: '/api/ask', allowedHosts: [], corsOrigins: [], postsPerMinute: 600, trustedProxies: 0, openapi: null,
    heartbeatMs: 15_000,
    answers: {
      perMinute: 10, perDay: 100, atOnce: 32, maxWaiting: 128, maxWaitMs: 10_000, tokensPerDay: 2_000_000,
      reservedTokens: 60_000, ledger, longestPauseMs: 600_000, origins: [], isCached: true,
    },
  })
})

test('resolveHttp() takes each limit of answers', () => {
  const { answers: { ledger: _, ...answers } } = resolveHttp({
    limits: { answersPerMinute: 1, answersPerDay: 2, answersAtOnce: 3, answersWaiting: 0, tokensPerDay: 5, quotaPauseMs: 6_000 },
    answerOrigins: ['https://Docs.Example.com/'],
    answerCache: false,
  })
  assert.deepEqual(answers, {
    perMinute: 1, perDay: 2, atOnce: 3, maxWaiting: 0, tokensPerDay: 5, longestPauseMs: 6_000,
    maxWaitMs: 10_000, reservedTokens: 60_000, isCached: false, origins: ['https://docs.example.com'],
  })
})

test('resolveHttp() takes any path as endpoint, without its last slash', () => {
  for (const endpoint of ['/ask', '/ask/', '/docs/api/v1.2/ask']) {
    assert.equal(resolveHttp({ endpoint }).endpoint, endpoint.replace(/\/$/, ''))
  }
})

test('resolveHttp() refuses an endpoint that is a path of the service itself', () => {
  for (const [endpoint, use] of [['/healthz', 'health check'], ['/healthz/', 'health check'], ['/openapi.yaml', 'description of the API']] as const) {
    refuses(() => resolveHttp({ endpoint }), new RegExp(`^endpoint must be a path such as /api/ask, not "${endpoint}", which is the ${use}$`))
  }
  assert.equal(resolveHttp({ endpoint: '/healthz/ask' }).endpoint, '/healthz/ask')
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
  for (const origin of ['*', 'null', 'docs.example.com', 'https://example.com/docs', 'https://example.com/?a', 'file:///etc', 'https://*.example.com']) {
    refuses(() => resolveHttp({ corsOrigins: [origin] }), /^corsOrigins must hold origins such as/)
  }
})

test('resolveHttp() refuses numbers out of range', () => {
  refuses(() => resolveHttp({ limits: { postsPerMinute: 0 } }), /^limits\.postsPerMinute must be a whole number from 1 to 100000, not 0$/)
  refuses(() => resolveHttp({ trustedProxies: 11 }), /^trustedProxies must be/)
  for (const name of ['answersPerMinute', 'answersPerDay', 'answersAtOnce', 'tokensPerDay']) {
    const message = new RegExp(`^limits\\.${name} must be a whole number from 1 to`)
    for (const value of [0, -1, 1.5, Infinity]) refuses(() => resolveHttp({ limits: { [name]: value } }), message)
  }
  refuses(() => resolveHttp({ limits: { answersWaiting: -1 } }), /^limits\.answersWaiting must be a whole number from 0 to/)
})

test('resolveBounds() takes time and tokens from the model, and the rest from its defaults', () => {
  const model = { deadlineMs: 30_000, maxTokens: 512 }
  assert.deepEqual(resolveBounds({}, model), { ...DEFAULT_BOUNDS, timeoutMs: 30_000, maxOutputTokens: 512 })
  assert.deepEqual(resolveBounds({ maxSteps: 2, timeoutMs: 5_000 }, model), { ...DEFAULT_BOUNDS, maxSteps: 2, timeoutMs: 5_000, maxOutputTokens: 512 })
  refuses(() => resolveBounds({ maxSteps: 0 }, model), /^limits\.answer\.maxSteps must be a whole number from 1 to 1000000, not 0$/)
})

for (const [name, run] of rulesOf('options', refuses, [
  ['of another kind and unknown ones are refused by name',
    [() => resolveContent(JSON.parse('{"base": 1}')), /^base must be a path/],
    [() => resolveContent(JSON.parse('{"trailingSlash": "no"}')), /^trailingSlash must be true or false, not a string$/],
    [() => resolveContent(JSON.parse('{"trailingslash": true}'), 'readSite()'), /^readSite\(\) has no option "trailingslash": did you mean trailingSlash\?$/],
    [() => resolveContent(JSON.parse('[]')), /^Content takes an object of options, not an array$/],
    [() => resolveHttp(JSON.parse('{"endpoint": null}')), /^endpoint must be a path/],
    [() => resolveHttp(JSON.parse('{"corsOrigins": "*"}')), /^corsOrigins must be an array of strings$/],
    [() => resolveHttp(JSON.parse('{"openapi": {}}')), /^openapi must be a string, not a value of type object$/],
    [() => resolveHttp(JSON.parse('{"limits": {"maxAnswers": 1}}')), /^limits has no option "maxAnswers": it takes postsPerMinute, /],
    [() => resolveHttp(JSON.parse('{"limits": {"postsPerMinute": null}}')), /^limits\.postsPerMinute must be a whole number/],
    [() => resolveBounds(JSON.parse('{"maxStep": 1}'), { deadlineMs: 1, maxTokens: 1 }),
      /^limits\.answer has no option "maxStep": did you mean maxSteps\?$/]],
])) test(name, run)

test('resolveContent() takes weights by patterns, in range', () => {
  assert.deepEqual(resolveContent({ weight: { 'a/**': 0.5, b: 2 } }).weights, [{ pattern: 'a/**', weight: 0.5 }, { pattern: 'b', weight: 2 }])
  refuses(() => resolveContent({ weight: { 'a/**': 11 } }), /^weight must be a number from 0.1 to 10, for "a\/\*\*" not 11$/)
  refuses(() => resolveContent({ weight: { a: NaN } }), /^weight must be a number from 0.1 to 10, for "a" not NaN$/)
  refuses(() => resolveContent({ weight: JSON.parse('{"a":"1"}') }), /^weight must be a number from 0.1 to 10, for "a" not 1$/)
})
