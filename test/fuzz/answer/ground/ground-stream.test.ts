import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGrounding } from '../../../../src/answer/ground/ground.ts'
import { cleanAnswer } from '../../../support/clean-answers.ts'
import { checkLinear, rounds } from '../../../support/fuzz.ts'
import { cutAnywhere, hostileAnswer, SOURCE_URLS } from '../../../support/hostile-answers.ts'
import { createRandom } from '../../../support/random.ts'

const start = () => createGrounding((n) => SOURCE_URLS[n - 1] ?? null, (address) => address.includes('known'))

test('createGrounding() gives the same text however the answer is cut', () => {
  const random = createRandom(4)
  for (let i = 0; i < rounds(4_000); i += 1) {
    const written = i % 4 === 0 ? cleanAnswer(random).written : hostileAnswer(random)
    const whole = start()
    const cut = start()
    assert.equal(cutAnywhere(random, written).map(cut.push).join('') + cut.end(), whole.push(written) + whole.end(), written)
    assert.deepEqual(cut.report(), whole.report())
  }
})

test('createGrounding() takes time in proportion to the answer, also a character at a time', () => {
  const parts = [
    '[', ']', '](', '[](', '![', '<a ', '<', '`', '` ', '``` ', 'https://', '!', 'www.', '\\', '[a](x', '<a href=', '[x]:', '\n> ', '(', '&', '&a', '~', '.a', '@', 'a@a', '|', '- ', '\n- ', ' ', '```\n', '\n```\n  ',
    '【', '[a][', `${'`'.repeat(99)} `, ' `` ` ```', '//', 'h', ')', '[1]', '\t', '> ```\n', `\`\`\`\n${' '.repeat(200)}`, '1.',
  ]
  checkLinear(20_000, parts, (text) => {
    const grounding = start()
    for (const char of text) grounding.push(char)
    grounding.end()
  })
})
