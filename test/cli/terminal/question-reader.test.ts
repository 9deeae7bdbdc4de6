import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { createQuestionReader } from '../../../src/cli/terminal/question-reader.ts'

function terminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined })
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 })
  return { input, reader: createQuestionReader('> ', { input, output }) }
}

test('createQuestionReader() gives one line after the other, and null at the end', async () => {
  const { input, reader } = terminal()
  for (const line of ['How?', 'And then?']) {
    const typed = reader.next()
    input.write(`${line}\r`)
    assert.equal(await typed, line)
  }
  const last = reader.next()
  input.write('\u0004')
  assert.equal(await last, null)
})

test('createQuestionReader() drops a line at Ctrl-C, and ends at Ctrl-C in an empty one', async () => {
  const { input, reader } = terminal()
  const typed = reader.next()
  input.write('wrong')
  input.write('\u0003')
  input.write('right\r')
  assert.equal(await typed, 'right')
  const last = reader.next()
  input.write('\u0003')
  assert.equal(await last, null)
})
