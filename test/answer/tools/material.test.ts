import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LibraryHit, LibrarySection } from '../../../src/answer/tools/library.ts'
import { formatHits, formatOpened } from '../../../src/answer/tools/material.ts'
import { createPassages } from '../../../src/answer/tools/passages.ts'
import { textWithCode } from '../../support/chunk.ts'

function section(id: string, marked: string, digest: string | null = null): LibrarySection {
  return { id, title: id, heading: null, path: id, group: null, url: `/${id}`, terms: [], source: textWithCode(marked), digest }
}

const SENTENCES = 'This is a sentence. '.repeat(100)
const DIGEST = 'Summary: it has sentences.'

interface Asked {
  readonly from?: number | null
  readonly matchAt?: number
  readonly isShown?: boolean
  readonly room?: number
}

function opened(first: LibrarySection, below: readonly LibrarySection[], { room = 6_000, matchAt = 0, ...part }: Asked = {}) {
  return formatOpened({ section: first, below }, { from: null, isShown: false, ...part, matchAt: () => matchAt }, { passages: createPassages(), room })
}

test('formatOpened() shows sections in full, a summary only of one that does not fit', () => {
  const { text, hints } = opened(section('a', SENTENCES, DIGEST), [section('b', 'B.'), section('c', SENTENCES, DIGEST)])
  assert.equal(text, `[1] a (id: a)\n\n${SENTENCES.trim()}\n\n[2] b (id: b)\n\nB.\n\n[3] c (id: c)\n\n${SENTENCES.trim()}`)
  assert.deepEqual(hints, [])
  const long = opened(section('a', SENTENCES, DIGEST), [], { room: 1_500 })
  assert.equal(long.text, `[1] a (id: a)\n\n${DIGEST}`)
  assert.deepEqual(long.hints, ['[1] is shown as a summary with its exact strings: for all of its text open it with "from": 0.'])
})

test('formatOpened() shows a long section from the match on', () => {
  const { text, hints } = opened(section('a', `${SENTENCES}Here it is. ${SENTENCES}`, DIGEST), [], { matchAt: SENTENCES.length, room: 1_500 })
  assert.match(text, /^\[1\] a \(id: a\)\n\nHere it is\. This is/)
  assert.match(hints.join('\n'), /^\[1\] is shown from 2000 on; open it with "from": 0 for its beginning\.\n\[1\] goes on: open it with "from": \d+\.$/)
})

test('formatOpened() does not repeat a text that was shown in full', () => {
  assert.equal(opened(section('a', 'A.'), [section('b', 'B.')], { isShown: true }).text, '[1] a (id: a)\n\n(shown above)\n\n[2] b (id: b)\n\nB.')
})

test('formatOpened() shows the whole source where it is asked for, and that alone', () => {
  const { text, hints } = opened(section('a', SENTENCES, DIGEST), [section('b', 'B.')], { from: 0 })
  assert.equal(text, `[1] a (id: a)\n\n${SENTENCES.trim()}`)
  assert.deepEqual(hints, [])
})

test('formatOpened() lists the sections below that do not fit', () => {
  const below = ['b', 'c', 'd'].map((id) => section(id, SENTENCES.slice(0, 900)))
  const { text } = opened(section('a', 'A.'), below, { room: 1_700 })
  assert.match(text, /^\[1\] a \(id: a\)\n\nA\.\n\n\[2\] b \(id: b\)\n\nThis/)
  assert.match(text, /\n\nSections below it that are not shown:\n- c \(id: c\)\n- d \(id: d\)$/)
})

test('formatOpened() lists only so many, and counts the others', () => {
  const below = Array.from({ length: 40 }, (_, i) => section(`section-${i}`, SENTENCES))
  const { text } = opened(section('a', SENTENCES.repeat(3)), below, { room: 2_000 })
  assert.ok(text.length <= 2_000)
  const shown = text.match(/^- section-/gm)!.length
  assert.match(text, new RegExp(`\n- and ${40 - shown} more$`))
})

test('formatOpened() shows nothing of the sections below one that is cut', () => {
  const { text, hints } = opened(section('a', SENTENCES), [section('b', 'B.')], { room: 1_500 })
  assert.match(text, /not shown:\n- b \(id: b\)$/)
  assert.match(hints[0]!, /^\[1\] goes on: open it with "from": \d+\.$/)
})

interface HitGiven {
  readonly isStrong?: boolean
  readonly matchAt?: number
}

function hit(id: string, marked: string, { isStrong = false, matchAt = 0 }: HitGiven = {}): LibraryHit {
  const { digest: _, ...named } = section(id, marked)
  return { ...named, snippet: `${'x'.repeat(99)}${id}`, isStrong, matchAt: () => matchAt }
}

function found(hits: readonly LibraryHit[], room: number, passages = createPassages()) {
  const strong = new Map(hits.flatMap((each) => (each.isStrong ? [[each.id, { section: section(each.id, each.source!.text), below: [section(`${each.id}-1`, 'Below.')] }]] : [])))
  return formatHits(hits, { passages, room, strong })
}

test('formatHits() shows as many as fit', () => {
  const passages = createPassages()
  const { text, numbers } = found(['a', 'b', 'c'].map((id) => hit(id, '')), 250, passages)
  assert.deepEqual([numbers, passages.count()], [[1, 2], 2])
  assert.ok(text.length <= 250)
})

test('formatHits() shows strong hits in full, with what lies below, and the others as snippets', () => {
  const { text, whole } = found([hit('a', SENTENCES.slice(0, 980), { isStrong: true }), hit('b', SENTENCES)], 6_000)
  assert.ok(text.startsWith(`[1] a (id: a)\n${SENTENCES.slice(0, 980).trim()}\n(below it: a-1)\n\n[2] b (id: b)\nxxx`), text)
  assert.deepEqual(whole, ['a'])
})

test('formatHits() shows a stretch around the match of a strong hit that is long', () => {
  const { text, whole } = found([hit('a', `${SENTENCES.repeat(3)}Here it is. ${SENTENCES.repeat(3)}`, { isStrong: true, matchAt: 3 * SENTENCES.length })], 6_000)
  assert.match(text, /^\[1\] a \(id: a\)\nHere it is\. /)
  assert.match(text, /\n\(it begins before this: "from": 0\)\n\(it goes on: "from": \d+\)\n/)
  assert.deepEqual(whole, [])
})

test('formatHits() cuts none but the first strong hit, so that a later one that fits is shown in full', () => {
  const [short, long] = [SENTENCES.slice(0, 1_200), SENTENCES.repeat(2)]
  const { text, whole } = found([hit('a', short, { isStrong: true }), hit('b', long, { isStrong: true }), hit('c', short, { isStrong: true })], 6_000)
  assert.deepEqual(whole, ['a', 'c'])
  assert.match(text, /\n\n\[2\] b \(id: b\)\nx+b\n\n\[3\] c \(id: c\)\nThis is/)
})

test('formatHits() shows a section in full that is about as short as a snippet', () => {
  assert.deepEqual(found([hit('a', 'Set `port`.')], 6_000), { text: '[1] a (id: a)\nSet `port`.', numbers: [1], repeated: [], whole: ['a'] })
})

test('formatHits() does not show a hit again', () => {
  const passages = createPassages()
  const hits = [hit('a', SENTENCES), hit('b', 'B.')]
  found(hits, 6_000, passages)
  assert.deepEqual(found(hits, 6_000, passages), { text: '', numbers: [], repeated: [1, 2], whole: [] })
})
