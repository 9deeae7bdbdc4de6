import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOptionError } from '../../../src/core/base/option.ts'
import { resolveTrace, type TraceOptions } from '../../../src/core/trace/settings.ts'

const KEY = 'phc_canary0123456789'

/** Settings, and the lines of warning. */
function resolve(options: TraceOptions) {
  const lines: string[] = []
  return { settings: resolveTrace({ key: KEY, ...options }, (line) => lines.push(line)), lines }
}

test('resolveTrace() needs a key', () => {
  for (const none of ['', ' \n']) assert.equal(resolve({ key: none, host: 'nonsense' }).settings, null)
  assert.equal(resolveTrace({}, assert.fail), null)
})

test('resolveTrace() sends whole texts to the cloud by default', () => {
  assert.deepEqual(resolve({}), { settings: { key: KEY, host: 'https://us.i.posthog.com', content: 'full' }, lines: [] })
  assert.deepEqual(resolve({ key: ` ${KEY}\n`, host: ' ', captureContent: ' ' }), resolve({}))
})

test('resolveTrace() accepts the address of a collector, with or without a path', () => {
  const check = (given: string, host: string) => assert.equal(resolve({ host: given }).settings?.host, host)
  check('https://eu.i.posthog.com', 'https://eu.i.posthog.com')
  check(' http://127.0.0.1:8000/ ', 'http://127.0.0.1:8000')
  check('https://docs.test/ingest//', 'https://docs.test/ingest')
})

test('resolveTrace() rejects invalid keys and addresses, without showing them', () => {
  const refuses = (options: TraceOptions, message: RegExp) => {
    assert.throws(() => resolve(options), (error: Error) => {
      assert.ok(isOptionError(error))
      assert.match(error.message, message)
      assert.doesNotMatch(error.message, /canary/)
      return true
    })
  }
  for (const key of ['phc_can\nary', 'phc canary', 'phc_cánary']) refuses({ key }, /^trace\.key holds/)
  for (const host of ['canary.test', 'ftp://canary.test', 'https://u:canary@a.test', 'https://canary@a.test', 'https://a.test/?k=canary', 'https://a.test/#canary']) {
    refuses({ host }, /^trace\.host must be an address such as https/)
  }
})

test('resolveTrace() sends no text in an unknown mode, and warns', () => {
  for (const [given, content] of [['off', 'off'], ['redacted', 'redacted'], [' FULL ', 'full']] as const) {
    assert.deepEqual(resolve({ captureContent: given }), { settings: { ...resolve({}).settings, content }, lines: [] })
  }
  const { settings, lines } = resolve({ captureContent: 'canary' })
  assert.equal(settings?.content, 'off')
  assert.match(lines.join('\n'), /^Traces carry no text: captureContent \(ANALYTICS_CAPTURE_CONTENT\) must be one of off, redacted, full;/)
})
