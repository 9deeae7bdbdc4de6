import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstSentences, isAside, isWholeSentence, standsAlone } from '../../../../src/core/graph-builder/prose/sentence.ts'
import { textWithCode } from '../../../support/chunk.ts'
import { createRandom } from '../../../support/random.ts'
import { rulesOf } from '../../../support/rules.ts'

/** The sentences of a text whose expected ends are marked by `|`. */
function check(marked: string) {
  const source = textWithCode(marked.replaceAll('|', ''))
  const expected = marked.replaceAll('`', '').split('|').map((one) => one.trim())
  assert.deepEqual(firstSentences(source, 100).map(({ text }) => text), expected)
}

for (const [name, run] of rulesOf('firstSentences()', check, [
  ['ends sentences at full stops, marks and their closing quotes',
    ['One is here.| Two is here!| Three? |Four…| "Five."| (Six.) |Seven'], ['It is 3.5 times as fast.| Next'],
    ['Wait... |What']],
  ['continues after abbreviations, initials and numbering',
    ['Use a runtime, e.g. Node, cf. p. 3 vs. Deno.| Then go.'], ['See Fig. 3 by J. Smith et al. for more.'],
    ['1. Install it.| 2. Run it.'], ['Wait for version 2. |Then go.']],
  ['goes on where the next word is in lower case', ['The file .env. is read first.'], ['What? no.']],
  ['does not split code, and lets a sentence begin with it',
    ['Call `a. B` or `x! Y` here.| `prefetch` does more.'], ['Set `output`. |`mode` is next.']],
  ['ends sentences of scripts without spaces', ['これは文です。|次の文です！|「終わり。」|最後'], ['यह वाक्य है। |दूसरा'], ['ما هذا؟ |هذا']],
])) test(name, run)

test('firstSentences() ends sentences at line breaks, and knows the lines of lists', () => {
  const { text, code } = textWithCode('Intro here. More:\n\nfirst item. Its rest\nsecond\titem\n\nOutro')
  assert.deepEqual(
    firstSentences({ text, code }, 100).map((one) => [one.text, one.isListed, one.isLead]),
    [
      ['Intro here.', false, true], ['More:', false, false], ['first item.', true, true],
      ['Its rest', true, false], ['second\titem', true, true], ['Outro', false, true],
    ],
  )
})

test('firstSentences() leaves code blocks out, and no list reaches across one', () => {
  const source = textWithCode('Before.\n\n```js\nOne. Two.\n```\n\nAfter.')
  assert.deepEqual(firstSentences(source, 100).map(({ text, isListed }) => [text, isListed]), [['Before.', false], ['After.', false]])
})

test('firstSentences() gives at most as many as asked for', () => {
  assert.equal(firstSentences({ text: 'One. Two. Three.', code: [] }, 2).length, 2)
  assert.deepEqual(firstSentences({ text: ' \n\n ', code: [] }, 2), [])
})

test('firstSentences() gives stretches of the text, in order, for any text', () => {
  const random = createRandom(11)
  for (let run = 0; run < 400; run += 1) {
    const source = textWithCode(random.text(['A', 'b', '.', '. ', '! ', '\n', '\n\n', '`c. D`', '\t', '。', '1', '(', ')', 'é', '😀'], 40))
    let last = 0
    for (const { text, start, end } of firstSentences(source, 100)) {
      assert.ok(start >= last && end > start)
      assert.equal(source.text.slice(start, end).replace(/[^\S\t]+/g, ' '), text)
      last = end
    }
  }
})

function checkStatement(is: (text: string) => boolean, expected: boolean, texts: readonly string[]) {
  for (const text of texts) assert.equal(is(text), expected, text)
}

test('isWholeSentence() takes sentences with an end', () => {
  checkStatement(isWholeSentence, true, ['Acme is fast.', 'Acme (a tool) is fast!', 'Acmeは速い。', 'It is “fast.”'])
  checkStatement(isWholeSentence, false, ['Acme is fast', 'Acme is:', 'Is it fast?', 'Acme reads files, folders...', 'Acme (a tool is fast.'])
})

test('isWholeSentence() takes no template and no unfinished text', () => {
  checkStatement(isWholeSentence, false, ['Browse {{ category.text }} here.', 'Use {% note %} now.', 'Costs ${price}.', 'TODO: describe it.', 'Lorem ipsum dolor.'])
})

test('standsAlone() takes no sentence that needs another or its page', () => {
  checkStatement(standsAlone, true, ['Acme is a tool for docs.', 'An island is a component.', 'Ist das so, ja.'])
  checkStatement(standsAlone, false, ['It is fast.', 'This page is short.', 'See the guide.', 'Acme works as shown below.', 'Learn how to start.', 'In this guide, Acme is new.', 'If so, stop.'])
})

test('isAside() takes sentences that lead elsewhere', () => {
  checkStatement(isAside, true, ['See the guide.', 'For more details, read on.', 'Note that it is new.'])
  checkStatement(isAside, false, ['Seeds are values.', 'Formats are kinds.', 'For files it is fast.'])
})
