import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMarkdown } from '../../../src/content/markdown/markdown.ts'
import { codeSpans } from '../../../src/content/structure/ranges.ts'
import { cutSource } from '../../../src/answer/tools/source-text.ts'
import { textWithCode } from '../../support/chunk.ts'

const WHOLE = 10_000

function check(marked: string, expected: string, room = WHOLE) {
  assert.equal(cutSource(textWithCode(marked), 0, room).text, expected)
}

/** All pieces of a text that is read on and on. */
function readAll(marked: string, room: number): readonly string[] {
  const source = textWithCode(marked)
  const pieces: string[] = []
  for (let from: number | null = 0; from !== null; ) {
    const { text, next } = cutSource(source, from, room)
    assert.ok(next === null || next > from, 'reading on gets further')
    pieces.push(text)
    from = next
  }
  return pieces
}

test('cutSource() puts code between marks', () => {
  check('Set `trailingSlash` to `always`.', 'Set `trailingSlash` to `always`.')
  check('Run:\n\n```sh\nnpm i\nnpm t\n```\n\nDone.', 'Run:\n\n```sh\nnpm i\nnpm t\n```\n\nDone.')
  check('```\nplain\n```', '```\nplain\n```')
})

test('cutSource() makes marks longer than the backticks in the code', () => {
  const fenced = { text: '```js\nx\n```', structure: 'C(md).11', code: [{ start: 0, end: 11, isBlock: true, lang: 'md' }] }
  assert.equal(cutSource(fenced, 0, WHOLE).text, '````md\n```js\nx\n```\n````')
  const inline = { text: 'a `` b', structure: 'k2.2', code: [{ start: 2, end: 4, isBlock: false, lang: null }] }
  assert.equal(cutSource(inline, 0, WHOLE).text, 'a ``` `` ``` b')
})

test('cutSource() keeps a table a table, and repeats its header where it goes on', () => {
  const table = '| Option | Default |\n|---|---|\n' + Array.from({ length: 60 }, (_, i) => `| \`o${i}\` | ${'x'.repeat(20)} |\n`).join('')
  const [section] = readMarkdown({ path: 'a.md', text: table }, { depth: 6 }).sections
  const source = { ...section!, code: codeSpans(section!.structure) }
  const first = cutSource(source, 0, 1_000)
  assert.match(first.text, /^\| Option \| Default \|\n\| --- \| --- \|\n\| `o0` \| x+ \|\n/)
  assert.match(cutSource(source, first.next!, 1_000).text, /^\| Option \| Default \|\n\| --- \| --- \|\n\| `o\d\d` \|/)
})

test('cutSource() cuts at the end of a sentence, a paragraph or a list item', () => {
  check('One is here. Two is here. Three is here.', 'One is here. Two is here.', 30)
  check('One is here, two\n\nthree is here', 'One is here, two', 22)
  check('一は ここ。二は ここ。三は ここ。', '一は ここ。二は ここ。', 14)
  check('See `a. b` and so on and so on', 'See `a. b` and so', 18)
})

test('cutSource() keeps a code block whole where it can, and closes it where it can not', () => {
  check('Run this now:\n\n```sh\nnpm i\n```\n\nand then go on with it.', 'Run this now:\n\n```sh\nnpm i\n```', 40)
  const lines = Array.from({ length: 9 }, (_, i) => `line ${i}`).join('\n')
  assert.deepEqual(readAll(`\`\`\`js\n${lines}\n\`\`\``, 40), [
    '```js\nline 0\nline 1\nline 2\nline 3\n```',
    '```js\nline 4\nline 5\nline 6\nline 7\n```',
    '```js\nline 8\n```',
  ])
})

test('cutSource() stays within its room, and loses nothing', () => {
  const marked = 'Use `a` or `b`. Then:\n\n```js\nconst a = 1\nconst b = 2\n```\n\nThat is all there is to say, my friend. '.repeat(20)
  for (const room of [30, 61, 100, 333, 1_000]) {
    const pieces = readAll(marked, room)
    assert.ok(pieces.every(({ length }) => length <= room))
    const words = (text: string) => text.match(/[a-zA-Z0-9=]+/g)!.filter((word) => word !== 'js').join(' ')
    assert.equal(words(pieces.join(' ')), words(marked))
  }
})

test('cutSource() never cuts a character in two', () => {
  const pieces = readAll('😀'.repeat(50), 7)
  assert.ok(pieces.every((piece) => piece.isWellFormed()))
  assert.equal(pieces.join(''), '😀'.repeat(50))
})

test('cutSource() gets further even without room', () => {
  assert.equal(readAll('abc', 0).join(''), 'abc')
})
