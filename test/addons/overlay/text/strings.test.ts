import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES } from '../../../../src/addons/overlay/text/languages.ts'
import { ENGLISH } from '../../../../src/addons/overlay/text/strings.ts'

for (const [language, texts] of Object.entries(LANGUAGES)) {
  test(`the texts of ${language} are complete`, () => {
    assert.deepEqual(Object.keys(texts), Object.keys(ENGLISH))
    for (const [name, text] of Object.entries(texts)) {
      assert.notEqual(text.trim(), '', name)
      assert.equal(text.includes('{}'), name === 'limited', name)
    }
  })
}
