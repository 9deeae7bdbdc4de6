import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText, isBinary } from '../../../src/core/content/bytes.ts'
import { rulesOf } from '../../support/rules.ts'

function check(bytes: readonly number[] | string, expected: string) {
  assert.equal(decodeText(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : Uint8Array.from(bytes)).text, expected)
}

/** Checks text in an encoding of one byte a character, with the problem that is named. */
function checkEncoded(bytes: string, expected: string, problem: string | null) {
  const { text, warnings } = decodeText(Buffer.from(bytes, 'latin1'))
  assert.equal(text, expected)
  assert.deepEqual(warnings.map(({ line, message }) => `${line}: ${message}`), problem === null ? [] : [problem])
}

for (const [name, run] of rulesOf('decodeText()', check, [
  ['reads UTF-8 with and without its mark', ['Grüße 🎉', 'Grüße 🎉'], ['\ufeff# Title', '# Title'], ['', ''], ['\ufeff', '']],
  ['reads UTF-16 where its mark says so',
    [[0xff, 0xfe, 0x41, 0x00, 0xfc, 0x00], 'Aü'], [[0xfe, 0xff, 0x00, 0x41, 0x00, 0xfc], 'Aü'],
    [[0xff, 0xfe, 0x3d, 0xd8, 0x89, 0xde], '🚉']],
  ['replaces bytes that are no text',
    [[0xd0, 0xb0, 0xff, 0xd0, 0xb0], 'а\ufffdа'], [[0xd0, 0xb0, 0xd0, 0xb0, 0xc3], 'аа\ufffd'],
    [[0xff, 0xfe, 0x00, 0xd8], '\ufffd'], [[0xff, 0xfe, 0x41], '\ufffd']],
])) test(name, run)

test('decodeText() replaces NULs', () => {
  checkEncoded('a\n\0b\0', 'a\n\ufffdb\ufffd', '2: NUL characters are replaced by U+FFFD: remove them, or the file if it is not text')
})

test('decodeText() reads Windows-1252 with a warning where a text is not UTF-8', () => {
  const warning = 'Not UTF-8: read as Windows-1252; save the file as UTF-8'
  checkEncoded('# Gr\xfc\xdfe\n', '# Grüße\n', `1: ${warning}`)
  checkEncoded('a\n\nIt\x92s \x93caf\xe9\x94 \x96 5 \x80\n', 'a\n\nIt’s “café” – 5 €\n', `3: ${warning}`)
  checkEncoded('cr\xe9\xe9e', 'créée', `1: ${warning}`)
  checkEncoded('\xab\xa0\xc9t\xe9\xa0\xbb, Espa\xf1a, \xbfqu\xe9?, pel\xb7l\xedcula', '«\u00a0Été\u00a0», España, ¿qué?, pel·lícula', `1: ${warning}`)
  checkEncoded('\xa9 2020 Acme, 20 \xb0C, 2 m\xb2, a\xadb', '© 2020 Acme, 20 °C, 2 m², a\xadb', `1: ${warning}`)
})

test('decodeText() reads no other encoding as Windows-1252', () => {
  const lost = (line: number) => `${line}: Not UTF-8: letters that can't be read are replaced by U+FFFD; save the file as UTF-8`
  const replaced = (text: string) => new TextDecoder().decode(Buffer.from(text, 'latin1'))
  const texts = [
    // Windows-1251 and KOI8-R: Привет, мир
    '\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0', '\xf0\xd2\xc9\xd7\xc5\xd4, \xcd\xc9\xd2',
    // Shift_JIS: 日本語、です。 GBK: 中文文档
    '\x93\xfa\x96{\x8c\xea\x81A\x82\xc5\x82\xb7\x81B', '\xd6\xd0\xce\xc4\xce\xc4\xb5\xb5',
    // Windows-1250: że był wąż
    '\xbfe by\xb3 w\xb9\xbf, k\xb1t, pi\xb9ty, mi\xb3o',
    'a\x81b', 'a\x01\xe9',
  ]
  for (const text of texts) checkEncoded(text, replaced(text), lost(1))
})

test('decodeText() keeps UTF-8 with a damaged byte', () => {
  const damaged = `${Buffer.from('Grüße, schöne', 'utf8').toString('latin1')}\n\xe9`
  checkEncoded(damaged, 'Grüße, schöne\n\ufffd', "2: Not UTF-8: letters that can't be read are replaced by U+FFFD; save the file as UTF-8")
  checkEncoded(Buffer.from('a \ufffd b', 'utf8').toString('latin1'), 'a \ufffd b', null)
  checkEncoded('abc', 'abc', null)
})

test('decodeText() reads a page of HTML in the encoding that it declares', () => {
  const decode = (bytes: string, isHtml = true) => decodeText(Buffer.from(bytes, 'latin1'), { isHtml })
  const check = (bytes: string, expected: string) => assert.ok(decode(bytes).text.endsWith(expected), bytes)
  check('<meta charset=windows-1251>\xcf\xf0\xe8', '>При')
  check('<meta http-equiv="Content-Type" content="text/html; charset=KOI8-R">\xf0\xd2\xc9', '>При')
  check('<?xml version="1.0" encoding="iso-8859-2"?><p>\xb1', '>ą')
  check("<META CHARSET = 'shift_jis' >\x93\xfa", '>日')
  check('<meta charset=iso-8859-1>\x80\xe9', '>€é')
  check('<meta charset=iso-2022-jp>\x1b$BF|\x1b(B', '>日')
  assert.deepEqual(decode('<meta charset=windows-1251>\xcf').warnings, [])
})

test('decodeText() obeys no other declaration', () => {
  const utf8 = Buffer.from('Грüße', 'utf8').toString('latin1')
  const read = (bytes: string, isHtml = true) => decodeText(Buffer.from(bytes, 'latin1'), { isHtml }).text
  // UTF-8 after all; a mark; no page; a comment; too late; an encoding that nobody knows.
  assert.equal(read(`<meta charset=windows-1251>${utf8}`), '<meta charset=windows-1251>Грüße')
  assert.equal(read(`\xef\xbb\xbf<meta charset=windows-1251>${utf8}`), '<meta charset=windows-1251>Грüße')
  assert.equal(read('<meta charset=windows-1251>\xe9t\xe9', false).slice(-3), 'été')
  assert.equal(read('<!-- <meta charset=windows-1251> -->\xe9t\xe9').slice(-3), 'été')
  assert.equal(read(`${' '.repeat(1_020)}<meta charset=windows-1251>\xe9t\xe9`).slice(-3), 'été')
  assert.equal(read('<meta charset=klingon>\xe9t\xe9').slice(-3), 'été')
  assert.equal(read('<meta charset=utf-16le>ab').slice(-2), 'ab')
})

test('isBinary() distinguishes programs and pictures from text', () => {
  const rows = [['# Title\n', false], ['a\0b', false], [`${'text '.repeat(9)}\0\0`, false], ['', false], [`\u007fELF${'\0'.repeat(20)}`, true], [`${'a'.repeat(9_000)}${'\0'.repeat(20)}`, false]] as const
  for (const [text, expected] of rows) assert.equal(isBinary(new TextEncoder().encode(text)), expected, JSON.stringify(text.slice(0, 20)))
  assert.equal(isBinary(Uint8Array.from([0xff, 0xfe, ...Array.from({ length: 40 }, (_, i) => (i % 2) * 0x41)])), false)
})
