import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LibraryHit, LibrarySection } from '../../../../src/core/answer/tools/library.ts'
import { cutSource, formatHits, formatOpened } from '../../../../src/core/answer/tools/material.ts'
import { createPassages } from '../../../../src/core/answer/tools/passages.ts'
import { readMarkdown } from '../../../../src/core/content/markdown/markdown.ts'
import { codeSpans } from '../../../../src/core/content/structure/encoding.ts'
import { textWithCode } from '../../../support/chunk.ts'

function section(id: string, marked: string): LibrarySection {
  return { id, title: id, heading: null, path: id, group: null, url: `/${id}`, terms: [], source: textWithCode(marked) }
}

const SENTENCES = 'This is a sentence. '.repeat(100)

interface Asked {
  readonly from?: number | null
  readonly matchAt?: number
  readonly isShown?: boolean
  readonly room?: number
}

function opened(first: LibrarySection, below: readonly LibrarySection[], { room = 6_000, matchAt = 0, ...part }: Asked = {}) {
  return formatOpened({ section: first, below }, { from: null, isShown: false, ...part, matchAt: () => matchAt }, { passages: createPassages(), room })
}

test('formatOpened() shows a long section from the match on', () => {
  const { text } = opened(section('a', `${SENTENCES}Here it is. ${SENTENCES}`), [], { matchAt: SENTENCES.length, room: 1_500 })
  assert.match(text, /^\[1\] a \(id: a\)\n\nHere it is\. This is.*\n\(it begins before this: "from": 0\)\n\(it goes on: "from": \d+\)$/)
  assert.ok(text.length <= 1_500)
})

test('formatOpened() does not repeat a text that was shown in full', () => {
  assert.equal(opened(section('a', 'A.'), [section('b', 'B.')], { isShown: true }).text, '[1] a (id: a)\n\n(shown above)\n\n[2] b (id: b)\n\nB.')
})

test('formatOpened() shows the whole source where it is asked for, and that alone', () => {
  const { text } = opened(section('a', SENTENCES), [section('b', 'B.')], { from: 0 })
  assert.equal(text, `[1] a (id: a)\n\n${SENTENCES.trim()}`)
})

test('formatOpened() lists the sections below that do not fit', () => {
  const below = ['b', 'c', 'd'].map((id) => section(id, SENTENCES.slice(0, 900)))
  const { text } = opened(section('a', 'A.'), below, { room: 1_700 })
  assert.match(text, /^\[1\] a \(id: a\)\n\nA\.\n\n\[2\] b \(id: b\)\n\nThis/)
  assert.match(text, /\n\n\(below it: c, d\)$/)
})

test('formatOpened() lists only so many, and counts the others', () => {
  const below = Array.from({ length: 40 }, (_, i) => section(`section-with-a-long-name-${i}`, SENTENCES))
  const { text } = opened(section('a', SENTENCES.repeat(3)), below, { room: 2_000 })
  assert.ok(text.length <= 2_000)
  const shown = text.match(/section-with/g)!.length
  assert.match(text, new RegExp(`, ${40 - shown} more\\)$`))
})

test('formatOpened() shows nothing of the sections below one that is cut', () => {
  const { text } = opened(section('a', SENTENCES), [section('b', 'B.')], { room: 1_500 })
  assert.match(text, /\n\(it goes on: "from": \d+\)\n\n\(below it: b\)$/)
})

interface HitGiven {
  readonly isStrong?: boolean
  readonly matchAt?: number
}

function hit(id: string, marked: string, { isStrong = false, matchAt = 0 }: HitGiven = {}): LibraryHit {
  const below = isStrong ? [`${id}-1`] : []
  return { ...section(id, marked), snippet: () => `${'x'.repeat(99)}${id}`, below, coverage: isStrong ? 1 : 0, isStrong, matchAt: () => matchAt, lang: null }
}

function found(hits: readonly LibraryHit[], room: number, passages = createPassages()) {
  return formatHits(hits, { passages, room })
}

test('formatHits() shows as many as fit', () => {
  const passages = createPassages()
  const { text } = found(['a', 'b', 'c'].map((id) => hit(id, SENTENCES + id)), 270, passages)
  assert.equal(passages.count(), 2)
  assert.ok(text.length <= 270)
})

test('formatHits() shows strong hits in full, with what lies below, and the others as snippets', () => {
  const { text } = found([hit('a', SENTENCES.slice(0, 980), { isStrong: true }), hit('b', SENTENCES)], 6_000)
  assert.ok(text.startsWith(`[1] a (id: a)\n${SENTENCES.slice(0, 980).trim()}\n(below it: a-1)\n\n[2] b (id: b)\nSnippet: xxx`), text)
})

test('formatHits() shows a stretch around the match of a strong hit that is long', () => {
  const { text } = found([hit('a', `${SENTENCES.repeat(3)}Here it is. ${SENTENCES.repeat(3)}`, { isStrong: true, matchAt: 3 * SENTENCES.length })], 6_000)
  assert.match(text, /^\[1\] a \(id: a\)\nHere it is\. /)
  assert.match(text, /\n\(it begins before this: "from": 0\)\n\(it goes on: "from": \d+\)\n/)
})

test('formatHits() cuts none but the first strong hit, so that a later one that fits is shown in full', () => {
  const [short, long] = [SENTENCES.slice(0, 1_200), SENTENCES.repeat(2)]
  const { text } = found([hit('a', short, { isStrong: true }), hit('b', long, { isStrong: true }), hit('c', `${short} It is another.`, { isStrong: true })], 6_000)
  assert.ok(text.startsWith(`[1] a (id: a)\n${short.trim()}\n(below it: a-1)`), text)
  assert.match(text, /\n\n\[2\] b \(id: b\)\nSnippet: x+b\n\n\[3\] c \(id: c\)\nThis is/)
})

test('formatHits() shows a section in full that is about as short as a snippet', () => {
  assert.deepEqual(found([hit('a', 'Set `port`.')], 6_000), { text: '[1] a (id: a)\nSet `port`.', repeated: [] })
})

test('formatHits() names hits after the fourth, and leaves out copies and headings without a text', () => {
  const hits = ['a', 'b', 'c', 'd', 'e'].map((id) => hit(id, `${SENTENCES}${id}`))
  const { text } = found([hits[0]!, hit('copy', `${SENTENCES}a`), hit('bare', ''), ...hits.slice(1), hit('f', 'F.')], 6_000)
  assert.match(text, /\n\n\[2\] b \(id: b\)\nSnippet: x+b\n\n.*\n\n\[5\] e \(id: e\)\n\n\[6\] f \(id: f\)$/s)
})

test('formatHits() cuts no section of which a few words would be left', () => {
  const { text } = found([hit('a', `${SENTENCES.repeat(2)}The end.`, { isStrong: true })], 6_000)
  assert.match(text, /The end\.\n\(below it: a-1\)$/)
})

test('formatHits() does not show a hit again', () => {
  const passages = createPassages()
  const hits = [hit('a', SENTENCES), hit('b', 'B.')]
  found(hits, 6_000, passages)
  assert.deepEqual(found(hits, 6_000, passages), { text: '', repeated: [1, 2] })
})

const WHOLE = 10_000

function checkCut(marked: string, expected: string, room = WHOLE) {
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
  checkCut('Set `trailingSlash` to `always`.', 'Set `trailingSlash` to `always`.')
  checkCut('Run:\n\n```sh\nnpm i\nnpm t\n```\n\nDone.', 'Run:\n\n```sh\nnpm i\nnpm t\n```\n\nDone.')
  checkCut('```\nplain\n```', '```\nplain\n```')
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
  checkCut('One is here. Two is here. Three is here.', 'One is here. Two is here.', 30)
  checkCut('One is here, two\n\nthree is here', 'One is here, two', 22)
  checkCut('一は ここ。二は ここ。三は ここ。', '一は ここ。二は ここ。', 14)
  checkCut('See `a. b` and so on and so on', 'See `a. b` and so', 18)
})

test('cutSource() keeps a code block whole where it can, and closes it where it can not', () => {
  checkCut('Run this now:\n\n```sh\nnpm i\n```\n\nand then go on with it.', 'Run this now:\n\n```sh\nnpm i\n```', 40)
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

test('cutSource() takes more lines than a call takes arguments', () => {
  const { next } = cutSource({ text: 'a\n'.repeat(600_000), structure: '', code: [] }, 0, 1_100_000)
  // Markdown has two line ends for each.
  assert.equal(next, 550_000)
})

test('cutSource() gets further even without room', () => {
  assert.equal(readAll('abc', 0).join(''), 'abc')
})
