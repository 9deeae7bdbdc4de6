import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MARKS, replaceBlock } from '../../src/agents/marked-block.ts'

const block = (text: string) => `${MARKS.start}\n${text}\n${MARKS.end}`

const check = (name: string, text: string, expected: string | null) => {
  test(`replaceBlock() ${name}`, () => {
    const replaced = replaceBlock(text, block('new'))
    assert.equal(replaced.type === 'text' ? replaced.text : null, expected)
  })
}

check('fills an empty text', '', `${block('new')}\n`)
check('comes after a text without marks', '# Rules\n\n\n', `# Rules\n\n${block('new')}\n`)
check('takes the place of the present block', `a\n${block('old')}\nb\n`, `a\n${block('new')}\nb\n`)
check('knows a mark whose words have changed', `<!-- ask:index start: older words -->\nx\n${MARKS.end}`, block('new'))
check('keeps line breaks of Windows', 'a\r\n', `a\r\n\r\n${block('new').replaceAll('\n', '\r\n')}\r\n`)
check('keeps a byte order mark', '\uFEFF', `\uFEFF${block('new')}\n`)
check('is unclear with two blocks', `${block('a')}\n${block('b')}`, null)
check('is unclear with one mark', `${MARKS.start}\na`, null)
check('is unclear with the last mark first', `${MARKS.end}\n${MARKS.start}`, null)

test('replaceBlock() gives the same text at the next run', () => {
  const once = replaceBlock('# Rules\n', block('new'))
  assert.deepEqual(replaceBlock(once.type === 'text' ? once.text : '', block('new')), once)
})
