import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ANALYSIS_TAGS, analysisTagOf, folderLanguage, guessLanguage, hasCompounds, isFunctionWord, languageOf, LANGUAGES,
  languageTag,
} from '../../../src/core/text/language.ts'
import { rulesOf } from '../../support/rules.ts'

function check(tags: readonly (string | null | undefined)[], expected: string) {
  for (const tag of tags) assert.equal(languageOf(tag), expected, String(tag))
}

for (const [name, run] of rulesOf('languageOf()', check, [
  ['goes by the primary subtag, in any case',
    [['de', 'de-AT', 'DE', ' de ', 'de_CH', 'de-Latn-DE-1996'], 'de'], [['pt', 'pt-BR'], 'pt']],
  ['takes what it does not know for English',
    [[null, undefined, '', 'en', 'en-GB', 'ru', 'ja', 'den', 'ger', 'x-de', '-', '__proto__'], 'en']],
])) test(name, run)

test('analysisTagOf() knows the languages that write compounds as one word', () => {
  assert.deepEqual(['nl-BE', 'de', 'ko', 'fr', 'it', null].map(analysisTagOf), ['nl', 'de', 'ko', 'fr', 'en', 'en'])
  assert.deepEqual(['nl', 'de', 'ko', 'fr', 'en'].map(hasCompounds), [true, true, true, false, false])
  assert.ok(LANGUAGES.every((language) => ANALYSIS_TAGS.includes(language)))
})

function checkTag(text: string, expected: string | null) {
  assert.equal(languageTag(text), expected, text)
}

for (const [name, run] of rulesOf('languageTag()', checkTag, [
  ['spells a tag in one way',
    ['en', 'en'], ['EN', 'en'], ['pt_br', 'pt-BR'], ['zh-hans-CN', 'zh-Hans-CN'], ['es-419', 'es-419'],
    ['sl-rozaj-1994', 'sl-rozaj-1994']],
  ['is null for text that is no tag',
    ['', null], ['e', null], ['english', null], ['en US', null], ['en-', null], ['-en', null],
    ['{{ lang }}', null], ['en-123456789', null], ['e\u0301n', null]],
])) test(name, run)

test('folderLanguage() knows languages that docs are translated into, and what stands for them', () => {
  for (const [folder, expected] of [['fr', 'fr'], ['zh-cn', 'zh-CN'], ['cn', 'zh-CN'], ['jp', 'ja'], ['KR', 'ko'], ['go', null], ['cnx', null], ['french', null], ['', null]] as const) {
    assert.equal(folderLanguage(folder), expected, folder)
  }
})

test('isFunctionWord() tells words that carry no subject', () => {
  for (const word of ['how', 'do', 'i', 'the', "it's", 'with']) assert.equal(isFunctionWord(word, ['en']), true, word)
  for (const word of ['', 'deploy', 'set', 'up', 'new', 'page']) assert.equal(isFunctionWord(word, ['en']), false, word)
})

test('isFunctionWord() asks the languages that are named', () => {
  for (const [word, languages, expected] of [
    ['der', ['de'], true], ['der', ['en', 'fr'], false], ['the', ['de'], false], ['fur', ['en', 'de'], true],
      ['the', [], false],
  ] as const) assert.equal(isFunctionWord(word, languages), expected, word)
})

test('isFunctionWord() knows Russian by its letters', () => {
  for (const word of ['как', 'для', 'ее']) assert.equal(isFunctionWord(word, ['en']), true, word)
  assert.equal(isFunctionWord('сервер', ['en']), false)
})

test('isFunctionWord() compares folded words', () => {
  for (const language of LANGUAGES) {
    for (const word of ['über', 'où', 'está', 'não', 'können', 'même']) {
      assert.equal(isFunctionWord(word, [language]), false, word)
    }
  }
})

const checkGuess = (text: string, expected: string | null) => assert.equal(guessLanguage(text), expected, text)

for (const [name, run] of rulesOf('guessLanguage()', checkGuess, [
  ['goes by function words in Latin letters',
    ['How do I turn this off?', 'en'], ['Wie schalte ich das für alle aus?', 'de'],
    ['¿Cómo puedo cambiar el puerto de la aplicación?', 'es'],
    ['Comment puis-je changer le port pour les tests ?', 'fr'], ['Como posso mudar a porta do servidor?', 'pt']],
  ['goes by other letters',
    ['ポートを変える', 'ja'], ['如何更改端口', 'zh'], ['포트를 어떻게 바꾸나요', 'ko'], ['Как изменить порт?', 'ru'],
    ['astro.config.mjs の server.port を変える方法', 'ja']],
  ['goes by function words where other letters are only an example',
    ['What does 設定 mean in the docs?', 'en'], ['Wie schreibe ich ein ß oder ein λ in der URL?', 'de']],
  ['has no language for names alone', ['astro:env client', null], ['', null]],
])) test(name, run)
