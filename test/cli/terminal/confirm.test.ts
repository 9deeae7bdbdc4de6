import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { confirm } from '../../../src/cli/terminal/confirm.ts'

async function check(typed: string, expected: boolean, isEnd = false) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const answer = confirm('Write it?', { input, output })
  input.write(typed)
  if (isEnd) input.end()
  assert.equal(await answer, expected, JSON.stringify(typed))
  output.end()
  assert.equal(await text(output), `Write it? [Y/n] ${isEnd ? '\n' : ''}`)
}

test('confirm() takes y, yes and Enter for a yes', async () => {
  for (const typed of ['\n', 'y\n', 'Yes\r\n', ' y \n']) await check(typed, true)
})

test('confirm() takes all else for a no', async () => {
  for (const typed of ['n\n', 'no\n', 'maybe\n', 'yesterday\n']) await check(typed, false)
})

test('confirm() takes the end of input for a no', async () => {
  await check('', false, true)
})
