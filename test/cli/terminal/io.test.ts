/** Questions at a terminal, with streams in its place. */
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { confirm, createLineReader } from '../../../src/cli/terminal/io.ts'
import { rulesOf } from '../../support/rules.ts'

async function check(typed: string, expected: boolean, isEnd = false) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const answer = confirm('Write it?', { input, output })
  input.write(typed)
  if (isEnd) input.end()
  assert.equal(await answer, expected, JSON.stringify(typed))
  output.end()
  assert.equal(await text(output), `Write it? [Y/n] ${isEnd ? '\n' : ''}`)
}

for (const [name, run] of rulesOf('confirm()', check, [
  ['takes y, yes and Enter for a yes', ['\n', true], ['y\n', true], ['Yes\r\n', true], [' y \n', true]],
  ['takes all else for a no', ['n\n', false], ['no\n', false], ['maybe\n', false], ['yesterday\n', false]],
  ['takes the end of input for a no', ['', false, true]],
])) test(name, run)

function terminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined })
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 })
  return { input, readLine: createLineReader('> ', { input, output }) }
}

test('createLineReader() gives one line after the other, and null at the end', async () => {
  const { input, readLine } = terminal()
  for (const line of ['How?', 'And then?']) {
    const typed = readLine()
    input.write(`${line}\r`)
    assert.equal(await typed, line)
  }
  const last = readLine()
  input.write('\u0004')
  assert.equal(await last, null)
})

test('createLineReader() drops a line at Ctrl-C, and ends at Ctrl-C in an empty one', async () => {
  const { input, readLine } = terminal()
  const typed = readLine()
  input.write('wrong')
  input.write('\u0003')
  input.write('right\r')
  assert.equal(await typed, 'right')
  const last = readLine()
  input.write('\u0003')
  assert.equal(await last, null)
})
