import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withRevalidation } from '../../../../src/cli/commands/serve/watched-site.ts'
import { neutral } from '../../../support/http.ts'

test('withRevalidation() lets no copy be used without asking', async () => {
  const check = async (given: string | undefined, expected: string | undefined) => {
    const headers: Record<string, string> = given === undefined ? {} : { 'cache-control': given }
    const handle = withRevalidation(async () => ({ status: 200, headers, body: '' }))
    assert.equal((await handle(neutral({ target: '/' }))).headers['cache-control'], expected)
  }
  await check('public, max-age=60', 'no-cache')
  await check('no-store', 'no-store')
  await check('no-cache, no-transform', 'no-cache, no-transform')
  await check('max-age=0', 'max-age=0')
  await check(undefined, undefined)
})
