import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText, isBinary } from '../../src/content/bytes.ts'

function check(bytes: readonly number[] | string, expected: string) {
  assert.equal(decodeText(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : Uint8Array.from(bytes)), expected)
}

test('decodeText() reads UTF-8 with and without its mark', () => {
  check('Grüße 🎉', 'Grüße 🎉')
  check('\ufeff# Title', '# Title')
  check('', '')
  check('\ufeff', '')
})

test('decodeText() reads UTF-16 where its mark says so', () => {
  check([0xff, 0xfe, 0x41, 0x00, 0xfc, 0x00], 'Aü')
  check([0xfe, 0xff, 0x00, 0x41, 0x00, 0xfc], 'Aü')
  check([0xff, 0xfe, 0x3d, 0xd8, 0x89, 0xde], '🚉')
})

test('decodeText() replaces bytes that are no text', () => {
  check([0x61, 0xff, 0x62], 'a\ufffdb')
  check([0x61, 0xc3], 'a\ufffd')
  check([0xff, 0xfe, 0x00, 0xd8], '\ufffd')
  check([0xff, 0xfe, 0x41], '\ufffd')
})

test('decodeText() replaces NULs', () => {
  check('a\0b', 'a\ufffdb')
})

test('isBinary() distinguishes programs and pictures from text', () => {
  const rows = [['# Title\n', false], ['a\0b', false], ['', false], [`\u007fELF${'\0'.repeat(20)}`, true], [`${'a'.repeat(9_000)}${'\0'.repeat(20)}`, false]] as const
  for (const [text, expected] of rows) assert.equal(isBinary(new TextEncoder().encode(text)), expected, JSON.stringify(text.slice(0, 20)))
  assert.equal(isBinary(Uint8Array.from([0xff, 0xfe, ...Array.from({ length: 40 }, (_, i) => (i % 2) * 0x41)])), false)
})
