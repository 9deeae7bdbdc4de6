import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGrounding, keepLinks } from '../../../../../src/core/answer/ground/ground.ts'
import { cleanAnswer } from '../../../../support/clean-answers.ts'
import { checkGrowth, checkLinear, rounds } from '../../../../support/fuzz.ts'
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

test('createGrounding() takes time in proportion to the answer, also a character at a time', () => {
  const parts = [
    '[', ']', '](', '[](', '![', '<a ', '<', '`', '` ', '``` ', 'https://', '!', 'www.', '\\', '[a](x', '<a href=', '[x]:', '\n> ', '(', '&', '&a', '~', '.a', '@', 'a@a', '|', '- ', '\n- ', ' ', '[9] ', ' [9].', '\n\t', '- a\n\n\t```\n\t\t', '```\n', '\n```\n  ',
    '【', '[a][', `${'`'.repeat(99)} `, ' `` ` ```', '//', 'h', ')', '[1]', '\t', '> ```\n', `\`\`\`\n${' '.repeat(200)}`, '1.',
  ]
  checkLinear(20_000, parts, (text) => {
    const grounding = start()
    for (const char of text) grounding.push(char)
    grounding.end()
  })
})

test('keepLinks() takes time in proportion to the text', () => {
  const sources = new Set(['/routing/#static', 'https://docs.example/a', '/a(b', 'www.x', '//x'])
  const pieces = ['[', '](', '[](', '![', '<a ', '`', '``` ', 'https://', '!', 'www.', '\\', '[a](x', '<a href=', '[x]:', '\n> ', '(']
  checkLinear(50_000, pieces, (text) => keepLinks(text, sources))
  checkGrowth(50_000, (length) => keepLinks(`https://x${'!'.repeat(length)}a`, sources))
})
