import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { temporaryFolder } from '../support/site.ts'
import { reportApi } from './report.ts'

const { text, unexported } = reportApi(await temporaryFolder())

test('public names and their signatures are those of api.md: after a wanted change run `npm run api`', () => {
  assert.equal(text, readFileSync(new URL('api.md', import.meta.url), 'utf8'))
})

test('every type that a public signature names is public', () => {
  assert.deepEqual(unexported, [])
})
