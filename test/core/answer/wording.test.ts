import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saysAbsent, wordingOf } from '../../../src/core/answer/wording.ts'

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'zh']

test('wordingOf() has all sentences in each language, and English ones for the others', () => {
  const english = wordingOf('en')
  for (const language of LANGUAGES) {
    const wording = wordingOf(language)
    assert.deepEqual(Object.keys(wording), Object.keys(english), language)
    for (const [name, sentence] of Object.entries(wording)) {
      assert.match(sentence, /[.。][*]?$|[:：][*]$/, `${language} ${name}`)
      // A notice is emphasized as a whole, with no space within the marks.
      if (['ungrounded', 'unsupported', 'weak'].includes(name)) assert.match(sentence, /^[*][^\s*][^*]*[^\s*][*]$/, `${language} ${name}`)
      else assert.doesNotMatch(sentence, /[*_`<>[\]]/, `${language} ${name}`)
    }
  }
  for (const name of Object.keys(english) as (keyof typeof english)[]) {
    assert.equal(new Set(LANGUAGES.map((language) => wordingOf(language)[name])).size, LANGUAGES.length, name)
  }
  for (const other of [null, 'ru', 'constructor', '']) assert.equal(wordingOf(other), english)
})

test('saysAbsent() knows short answers that say in plain words that the docs have nothing', () => {
  for (const text of [
    'The documentation does not mention invoices.', 'The provided sections do not contain information on invoices [1].',
    "I'm sorry, but I couldn't find anything about invoices in the documentation [1].", 'The docs don’t cover it. See [1].',
    'Nothing in the documentation covers invoices [1].', 'Unfortunately, there is no information about invoices in the documentation.',
    'Die Dokumentation enthält keine Informationen zu Rechnungen.', 'La documentation ne mentionne pas les factures [1].',
    'La documentación no cubre las facturas.', 'A documentação não menciona faturas.',
    'ドキュメントには請求書に関する記載がありません。', '文档中没有关于发票的信息 [1]。',
  ]) assert.ok(saysAbsent(text), text)
  for (const text of [
    'Sections do not include code [1].', 'No, drafts are not in the docs folder [1].', 'You cannot find it by its id [1].',
    'Set `retry.max` [1]. The docs do not mention other limits.', 'The docs do not mention a limit, but requests end after 30 s [1].',
    'Die Dokumentation enthält keine Zahl, aber einen Hinweis [1].', '文档中没有提到上限，但请求会在 30 秒后结束 [1]。', `The docs do not mention it. ${'Set it up [1]. '.repeat(40)}`,
  ]) assert.ok(!saysAbsent(text), text)
})
