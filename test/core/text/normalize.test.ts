import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_WORD_LENGTH, foldText, foldWord } from '../../../src/core/text/normalize.ts'
import { rulesOf } from '../../support/rules.ts'

function check(text: string, expected: string) {
  assert.equal(foldText(text), expected)
}

for (const [name, run] of rulesOf('foldText()', check, [
  ['lowers case in any script that has it',
    ['Routing', 'routing'], ['МАРШРУТ', 'маршрут'], ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
    ['İstanbul ISTANBUL', 'istanbul istanbul'], ['ǅ', 'dz']],
  ['drops the marks of Latin, Greek and Cyrillic letters',
    ['Café', 'cafe'], ['Cafe\u0301', 'cafe'], ['Ångström', 'angstrom'], ['ự', 'u'], ['Ελλάδα', 'ελλαδα'],
    ['ёлка', 'елка']],
  ['keeps й, which is another letter than и', ['Йод', 'йод'], ['И\u0306од', 'йод']],
  ['keeps the marks that carry a word in other scripts',
    ['कि की', 'कि की'], ['ตั้งค่า', 'ตั้งค่า'], ['が', 'が'], ['か\u3099', 'が']],
  ['drops the marks that people leave out when they type',
    ['كِتَابٌ', 'كتاب'], ['كتـــاب', 'كتاب'], ['أحمد', 'احمد'], ['שָׁלוֹם', 'שלום'], ['ज़रूरी', 'जरूरी']],
  ['has one form of a letter that keyboards have in several',
    ['پیکربندی', foldText('پيكربندي')], ['مكتبة', foldText('مكتبه')], ['हिन्दी चाँद', 'हिंदी चांद']],
  ['drops geresh and gershayim inside of Hebrew words, and the quotes in their place',
    ['צה״ל צה"ל ג׳אווה', 'צהל צהל גאווה'], ['"שלום"', '"שלום"']],
  ['gives decimal digits of every script as ASCII',
    ['٧٨٩٠ ۷۸۹۰ ७८९० ๗๘๙๐ 𞥗', '7890 7890 7890 7890 7'], ['\u{116da}', '0']],
  ['brings width and compatibility forms together', ['Ａｓｔｒｏ', 'astro'], ['ｶﾞ', 'ガ'], ['ﬁle', 'file'], ['x²', 'x2']],
  ['spells letters without a decomposition as they are typed',
    ['Straße', 'strasse'], ['Łódź', 'lodz'], ['Ærø', 'aero'], ['don’t', "don't"]],
  ['drops what is invisible', ['co\u00adop', 'coop'], ['می\u200cخواهم', 'ميخواهم'], ['x\ufe0f', 'x']],
  ['leaves lone surrogates and symbols as they are',
    ['\ud800a', '\ud800a'], ['a\udc00', 'a\udc00'], ['=> 👩‍👧', '=> 👩👧']],
])) test(name, run)

test('foldWord() keeps the beginning of a long word', () => {
  assert.equal(foldWord('A'.repeat(1_000_000)), 'a'.repeat(MAX_WORD_LENGTH))
  assert.equal(foldWord('ﷺ'.repeat(100)).length, MAX_WORD_LENGTH)
})

test('foldWord() gives no white space, which a letter may have in its decomposition', () => {
  assert.equal(foldWord('ﷺ'), 'صلياللهعليهوسلم')
  assert.equal(foldWord('\ufe70'), '\u064b')
  assert.doesNotMatch(foldWord('\u037a'), /\s/)
})

test('foldWord() does not cut a surrogate pair', () => {
  const folded = foldWord('a' + '𝒳'.repeat(100))
  assert.equal(folded.isWellFormed(), true)
  assert.equal(foldWord('a' + '😀'.repeat(40)), 'a' + '😀'.repeat(31))
})
