import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ANALYSIS_TAGS, analysisTagOf, folderLanguage, hasCompounds, languageOf, LANGUAGES, languageTag,
} from '../../../src/core/text/language.ts'

function check(tags: readonly (string | null | undefined)[], expected: string) {
  for (const tag of tags) assert.equal(languageOf(tag), expected, String(tag))
}

test('languageOf() goes by the primary subtag, in any case', () => {
  check(['de', 'de-AT', 'DE', ' de ', 'de_CH', 'de-Latn-DE-1996'], 'de')
  check(['pt', 'pt-BR'], 'pt')
})

test('languageOf() takes what it does not know for English', () => {
  check([null, undefined, '', 'en', 'en-GB', 'ru', 'ja', 'den', 'ger', 'x-de', '-', '__proto__'], 'en')
})

test('analysisTagOf() knows the languages that write compounds as one word', () => {
  assert.deepEqual(['nl-BE', 'de', 'ko', 'fr', 'it', null].map(analysisTagOf), ['nl', 'de', 'ko', 'fr', 'en', 'en'])
  assert.deepEqual(['nl', 'de', 'ko', 'fr', 'en'].map(hasCompounds), [true, true, true, false, false])
  assert.ok(LANGUAGES.every((language) => ANALYSIS_TAGS.includes(language)))
})

function checkTag(text: string, expected: string | null) {
  assert.equal(languageTag(text), expected, text)
}

test('languageTag() spells a tag in one way', () => {
  checkTag('en', 'en')
  checkTag('EN', 'en')
  checkTag('pt_br', 'pt-BR')
  checkTag('zh-hans-CN', 'zh-Hans-CN')
  checkTag('es-419', 'es-419')
  checkTag('sl-rozaj-1994', 'sl-rozaj-1994')
})

test('languageTag() is null for text that is no tag', () => {
  for (const text of ['', 'e', 'english', 'en US', 'en-', '-en', '{{ lang }}', 'en-123456789', 'e\u0301n']) checkTag(text, null)
})

test('folderLanguage() knows languages that docs are translated into, and what stands for them', () => {
  for (const [folder, expected] of [['fr', 'fr'], ['zh-cn', 'zh-CN'], ['cn', 'zh-CN'], ['jp', 'ja'], ['KR', 'ko'], ['go', null], ['cnx', null], ['french', null], ['', null]] as const) {
    assert.equal(folderLanguage(folder), expected, folder)
  }
})
