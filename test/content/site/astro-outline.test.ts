import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyHash, decodeAstroOutline, decodeHeadings } from '../../../src/content/site/astro-outline.ts'

test('bodyHash() knows a text by what is between its first and last letter', async () => {
  assert.equal(await bodyHash('\n## A\n\nB\n'), await bodyHash('## A\n\nB'))
  assert.notEqual(await bodyHash('## A\n\nB'), await bodyHash('## A\nB'))
})

test('decodeHeadings() leaves out values that are not headings', () => {
  const heading = { depth: 2, slug: 'a', text: 'A' }
  assert.deepEqual(decodeHeadings([{ ...heading, more: 1 }, null, 'a', { depth: '2', slug: 'b', text: 'B' }, { depth: 2 }]), [heading])
  for (const none of [null, undefined, {}, 'text']) assert.deepEqual(decodeHeadings(none), [])
})

test('decodeAstroOutline() gives back what was written, without values that are not entries', () => {
  const entry = { id: 'a', path: 'a.md', hash: 'sha256:0', headings: [{ depth: 2, slug: 'a', text: 'A' }] }
  assert.deepEqual(decodeAstroOutline(JSON.parse(JSON.stringify({ docs: [entry] }))), { docs: [entry] })
  assert.deepEqual(decodeAstroOutline({ docs: [null, { ...entry, hash: 1 }, { ...entry, headings: 'none' }], blog: 'none' }), {
    docs: [{ ...entry, headings: [] }],
  })
  for (const none of [null, [], 'text', 1]) assert.deepEqual(decodeAstroOutline(none), {})
})
