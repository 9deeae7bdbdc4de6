import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGrounding } from '../../../../src/core/answer/ground/ground.ts'
import { type AnswerText, citedShare, readUnits } from '../../../../src/core/answer/ground/units.ts'
import { groundingSources } from '../../../support/grounding-sources.ts'

function read(answer: string): AnswerText {
  const grounding = createGrounding(groundingSources(['/a/', '/b/', '/c/']))
  grounding.push(answer)
  grounding.end()
  return readUnits(grounding.report(), (text) => text.replaceAll('secret', '[redacted]'))
}

test('readUnits() tells paragraphs, items, rows and code apart, with the citations that they rest on', () => {
  const { units, spans } = read('# Title\nTwo\nlines [1].\n- item `secret`\n- item [2]\n\n| a | b [3] |\n|---|---|\n\n> A secret.\n\n```sh\nnpm\n```')
  assert.deepEqual(units.map(({ type, text, cited, lead }) => [type, text.replace(/[\ue000-\ue003]\d?/g, ''), cited, lead]), [
    ['prose', 'Two\nlines .', [1], []], ['prose', '- item ', [], [1]], ['prose', '- item ', [2], [1]],
    ['prose', '| a | b  |', [3], [1]], ['prose', '|---|---|', [], [1]], ['prose', 'A [redacted].', [], [1]], ['code', 'npm', [], []],
  ])
  assert.deepEqual(spans, ['[redacted]'])
})

test('readUnits() ends sentences after their citations, not within abbreviations', () => {
  const counts = (answer: string) => read(answer).units.map(({ sentences }) => sentences.filter((each) => each.trim() !== '').length)
  assert.deepEqual(counts('E.g. this one. [1] And that one there! Yes (so.) No.'), [4])
  assert.deepEqual(counts('最初の文はこれです。[1]次の文はこれです。'), [2])
})

for (const [share, answer] of [
  [1, 'It holds so [1]. It also holds here. Yes.'],
  [1, 'The values are [1]:\n\n- one is the first\n- two is the second'],
  [0.5, '# A heading here\n\nIt holds so [1].\n\nTo do it:\n\nIt also holds here.'],
  [0, 'It holds so.\n\n```\nIt holds so [1].\n```'],
  [1, '| Setting | Default |\n|:--|--:|\n| `retry.max` | 5 [1] |'], [0, '| Setting | Default |\n|---|---|\n| It holds so. | 5 |'],
] as const) {
  test(`citedShare() is ${share} for ${JSON.stringify(answer)}`, () => assert.equal(citedShare(read(answer)), share))
}
