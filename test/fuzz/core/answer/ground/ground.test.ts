import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGrounding, keepLinks } from '../../../../../src/core/answer/ground/ground.ts'
import { cleanAnswer } from '../../../../support/clean-answers.ts'
import { rounds } from '../../../../support/fuzz.ts'
import { groundingSources } from '../../../../support/grounding-sources.ts'
import { cutAnywhere, hostileAnswer, SOURCE_URLS } from '../../../../support/hostile-answers.ts'
import { createRandom } from '../../../../support/random.ts'

const start = () => createGrounding(groundingSources(SOURCE_URLS, (address) => address.includes('known')))

const linksOf = (text: string) => text.match(/\]\((?:<[^<>]*>|[^\s()]*)\)/g)

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

test('createGrounding() keeps links to sources wherever they are, and leaves clients nothing to remove', () => {
  const random = createRandom(5)
  const urls = new Set(SOURCE_URLS)
  for (let i = 0; i < rounds(4_000); i += 1) {
    const source = 1 + random.below(SOURCE_URLS.length)
    const { written } = cleanAnswer(random)
    const url = SOURCE_URLS[source - 1]
    const grounding = start()
    const link = random.pick([`[the **words**](${url})`, `[the **words**](<${url}> "title")`, `[the **words**][${source}]`])
    const pieces = cutAnywhere(random, `${written}\n\nSee ${link} [0].`)
    const shown = pieces.map(grounding.push).join('') + grounding.end()
    assert.ok(shown.endsWith(`\n\nSee [the **words**](${url?.includes('(') ? `<${url}>` : url}).`), shown)
    assert.ok(grounding.report().cited.includes(source))
    const hostile = start()
    const text = hostile.push(`${hostileAnswer(random)} ${link}`) + hostile.end()
    assert.deepEqual(linksOf(keepLinks(text, urls)), linksOf(text), text)
  }
})
