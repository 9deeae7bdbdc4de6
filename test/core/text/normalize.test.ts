import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_WORD_LENGTH, foldText, foldWord } from '../../../src/core/text/normalize.ts'

function check(text: string, expected: string) {
  assert.equal(foldText(text), expected)
}

test('foldText() lowers case in any script that has it', () => {
  check('Routing', 'routing')
  check('МАРШРУТ', 'маршрут')
  check('ΣΊΣΥΦΟΣ', 'σισυφοσ')
  check('İstanbul ISTANBUL', 'istanbul istanbul')
  check('ǅ', 'dz')
})

test('foldText() drops the marks of Latin, Greek and Cyrillic letters', () => {
  check('Café', 'cafe')
  check('Cafe\u0301', 'cafe')
  check('Ångström', 'angstrom')
  check('ự', 'u')
  check('Ελλάδα', 'ελλαδα')
  check('ёлка', 'елка')
})

test('foldText() keeps й, which is another letter than и', () => {
  check('Йод', 'йод')
  check('И\u0306од', 'йод')
})

test('foldText() keeps the marks that carry a word in other scripts', () => {
  check('कि की', 'कि की')
  check('ตั้งค่า', 'ตั้งค่า')
  check('が', 'が')
  check('か\u3099', 'が')
})

test('foldText() drops the marks that people leave out when they type', () => {
  check('كِتَابٌ', 'كتاب')
  check('كتـــاب', 'كتاب')
  check('أحمد', 'احمد')
  check('שָׁלוֹם', 'שלום')
  check('ज़रूरी', 'जरूरी')
})

test('foldText() has one form of a letter that keyboards have in several', () => {
  check('پیکربندی', foldText('پيكربندي'))
  check('مكتبة', foldText('مكتبه'))
  check('हिन्दी चाँद', 'हिंदी चांद')
})

test('foldText() drops geresh and gershayim inside of Hebrew words, and the quotes in their place', () => {
  check('צה״ל צה"ל ג׳אווה', 'צהל צהל גאווה')
  check('"שלום"', '"שלום"')
})

test('foldText() gives decimal digits of every script as ASCII', () => {
  check('٧٨٩٠ ۷۸۹۰ ७८९० ๗๘๙๐ 𞥗', '7890 7890 7890 7890 7')
  check('\u{116da}', '0')
})

test('foldText() brings width and compatibility forms together', () => {
  check('Ａｓｔｒｏ', 'astro')
  check('ｶﾞ', 'ガ')
  check('ﬁle', 'file')
  check('x²', 'x2')
})

test('foldText() spells letters without a decomposition as they are typed', () => {
  check('Straße', 'strasse')
  check('Łódź', 'lodz')
  check('Ærø', 'aero')
  check('don’t', "don't")
})

test('foldText() drops what is invisible', () => {
  check('co\u00adop', 'coop')
  check('می\u200cخواهم', 'ميخواهم')
  check('x\ufe0f', 'x')
})

test('foldText() leaves lone surrogates and symbols as they are', () => {
  check('\ud800a', '\ud800a')
  check('a\udc00', 'a\udc00')
  check('=> 👩‍👧', '=> 👩👧')
})

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
