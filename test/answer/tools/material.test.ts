import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LibrarySection } from '../../../src/answer/tools/library.ts'
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
  readonly room?: number
}

function opened(first: LibrarySection, below: readonly LibrarySection[], { from = null, room = 6_000 }: Asked = {}) {
  return formatOpened({ section: first, below }, from, { passages: createPassages(), room })
}

test('formatOpened() shows a summary first, and says how to get the rest', () => {
  const { text, hints } = opened(section('a', SENTENCES, DIGEST), [section('b', 'B.'), section('c', SENTENCES, DIGEST)])
  assert.equal(text, `[1] a (id: a)\n\n${DIGEST}\n\n[2] b (id: b)\n\nB.\n\n[3] c (id: c)\n\n${DIGEST}`)
  assert.deepEqual(hints, ['Shown as a summary with its exact strings: [1], [3]. For all of its text open it with "from": 0.'])
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

test('formatHits() shows as many as fit', () => {
  const passages = createPassages()
  const hits = ['a', 'b', 'c'].map((id) => ({ ...section(id, ''), snippet: 'x'.repeat(100) }))
  const { text, numbers } = formatHits(hits, { passages, room: 250 })
  assert.deepEqual([numbers, passages.count()], [[1, 2], 2])
  assert.ok(text.length <= 250)
})
