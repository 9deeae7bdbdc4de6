import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageTag } from '../../../src/core/text/language-tag.ts'

function check(text: string, expected: string | null) {
  assert.equal(languageTag(text), expected, text)
}

test('languageTag() spells a tag in one way', () => {
  check('en', 'en')
  check('EN', 'en')
  check('pt_br', 'pt-BR')
  check('zh-hans-CN', 'zh-Hans-CN')
  check('es-419', 'es-419')
  check('sl-rozaj-1994', 'sl-rozaj-1994')
})

test('languageTag() is null for text that is no tag', () => {
  for (const text of ['', 'e', 'english', 'en US', 'en-', '-en', '{{ lang }}', 'en-123456789', 'e\u0301n']) check(text, null)
})
