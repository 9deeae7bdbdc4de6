/** Where code is code, and where it only looks like it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGrounding } from '../../../../src/core/answer/ground/ground.ts'
import { groundingSources } from '../../../support/grounding-sources.ts'

const LINK = '[a](https://evil.com)'

function check(written: string, expected: string) {
  for (const size of [1, 2, 3, written.length]) {
    const grounding = createGrounding(groundingSources(['/a/']))
    let text = ''
    for (let at = 0; at < written.length; at += size) text += grounding.push(written.slice(at, at + size))
    assert.equal(text + grounding.end(), expected, `pieces of ${size}`)
  }
}

const checkSame = (written: string) => check(written, written)

test('createGrounding() leaves code spans alone', () => {
  checkSame(`use \`${LINK}\` and \`\`a \` ${LINK}\`\` or \`[1]\` \`<b>\` \`&#58;\` \`\\\``)
  checkSame(`\`\`\` ${LINK} \`\`\` at a start`)
})

test('createGrounding() escapes backticks that pair with none in their line', () => {
  check(`\`${LINK}`, '\\`a')
  check(`\`${LINK}\n\``, '\\`a\n\\`')
  check(`\`\`${LINK}\``, '\\`\\`a\\`')
  check(`\\\`${LINK}\``, '\\`a\\`')
  check('`a ``b``', '\\`a ``b``')
  check(`\`${'x'.repeat(400)}${LINK}\``, `\\\`${'x'.repeat(400)}a\\\``)
})

test('createGrounding() leaves blocks of code alone', () => {
  checkSame(`Run:\n\`\`\`sh\ncurl https://evil.com\n${LINK} [1]\n\`\`\` not the end\n    \`\`\`\n<b>\n\`\`\`\nText.\n~~~ \`x\`\n[1]: x\n~~~\n`)
  checkSame(`\`\`\`\`md\n\`\`\`js\n${LINK}\n\`\`\`\n\`\`\`\`\nText.`)
  checkSame(`Run:\n  \`\`\`\n${LINK}\n  \`\`\`\n`)
  check('```\n[1]\n```\n[1]', '```\n[1]\n```\n[1](/a/)')
})

test('createGrounding() leaves blocks of code in lists and quotes alone', () => {
  checkSame(`- a\n  \`\`\`\n  ${LINK}\n\n    <b>\n  \`\`\`\n- b`)
  checkSame(`1. a\n\n   \`\`\`js\n   ${LINK}\n   \`\`\`\n\n10. b\n    ~~~\n    ${LINK}\n    ~~~`)
  checkSame(`1. a\n    \`\`\`\n    ${LINK}\n    \`\`\`\n   - b\n     - **c**\n       \`\`\`\n       ${LINK}\n       \`\`\`\n`)
  checkSame(`- \`\`\`\n  ${LINK}\n  \`\`\`\n`)
  checkSame(`> a\n> \`\`\`\n> ${LINK}\n>\n> > x\n> \`\`\`\n> b\n`)
})

test('createGrounding() writes the tabs that indent a block of code as spaces', () => {
  check(`* a\n\n\t\`\`\`js\n\t${LINK}\n\n\t\t[1]\tx\n\t\`\`\`\n* b [1]`, `* a\n\n    \`\`\`js\n    ${LINK}\n\n    \t[1]\tx\n    \`\`\`\n* b [1](/a/)`)
  check(`1.\ta\n\n\tb\n\n \t~~~\n  \t ${LINK}\n\t~~~\n${LINK}`, `1.  a\n\n    b\n\n    ~~~\n     ${LINK}\n    ~~~\na`)
  check(`- a\n\t- b\n\t\t\`\`\`\n\t\t${LINK}\n\t\t\`\`\`\n`, `- a\n    - b\n        \`\`\`\n        ${LINK}\n        \`\`\`\n`)
  check(`- a\n  \`\`\`\n\t${LINK}\n`, `- a\n  \`\`\`\n    ${LINK}\n  \`\`\``)
})

test('createGrounding() leaves code that is indented alone where nothing else can be meant', () => {
  checkSame(`Text.\n\n    ${LINK}\n\n\t[1]\n\nText.\n`)
  check(`Text.\n    ${LINK}`, 'Text.\n    a')
  check(`Text.\n\n    x\n2. \`\`\`\n   ${LINK}`, 'Text.\n\n    x\n2. \\`\\`\\`\n   a')
  check(`- x\n\n    ${LINK}`, '- x\n\n    a')
  check(`- x\n\n[9]\n\n    ${LINK}`, '- x\n\n\n\n    a')
  check(`[9]- x\n\n    ${LINK}`, '- x\n\n    a')
  check(`\u00a0\n    ${LINK}`, 'a')
  check(`    ${LINK}`, 'a')
})

test('createGrounding() ends a block of code in a way that all renderers read', () => {
  check(`\`\`\`\n\`\`\`\t\n${LINK}`, '```\n```\na')
  check(`\`\`\`\n\`\`\`\`\n${LINK}`, '```\n```\na')
  check(`\`\`\`\n\`\`\`~\n${LINK}`, '```\n```\na')
  check(`\`\`\`\r\n  \`\`\`\r\n${LINK}`, '```\n```\na')
  check(`- x\n  \`\`\`\n\`\`\`\n${LINK}`, '- x\n  ```\n  ```\na')
})

test('createGrounding() ends a block of code where its list or quote ends', () => {
  check(`- x\n  \`\`\`\n  y\n${LINK}\n\`\`\`\n[1]`, '- x\n  ```\n  y\n  ```\na\n```\n[1]\n```')
  check(`> \`\`\`\n> y\n${LINK}`, '> ```\n> y\n> ```\na')
  check(`> \`\`\`\n\n${LINK}`, '> ```\n> ```\n\na')
})

test('createGrounding() opens no block of code in doubt', () => {
  for (const start of ['x\n    ', 'x\n\t', '- x\n\n      ', '> > ', '> - ', 'x\n2. ', '-     ']) {
    assert.match(run(`${start}\`\`\`\n${LINK}\n`), /\\`\\`\\`\na\n$/)
    assert.match(run(`${start}~~~\n${LINK}\n`), /\\~~~\na\n$/)
  }
  check(`- \u00a0\n2. ~~~${LINK}\n`, '- \u00a0\n2. \\~~~ a\n')
  check(`\`\`\` \`\n${LINK}`, '\\`\\`\\` \\`\na')
  check(`\`\`\`|x\n-|-\n${LINK}`, '\\`\\`\\`|x\n-|-\na')
  check(`\`\`\`${'x'.repeat(400)}\n${LINK}`, `\\\`\\\`\\\`${'x'.repeat(400)}\na`)
})

test('createGrounding() closes a block of code that is open at the end', () => {
  check('```\n[1]', '```\n[1]\n```')
  check('- x\n  ~~~\n  [1]\n', '- x\n  ~~~\n  [1]\n  ~~~')
  check('> ```', '> ')
  check('```\n[1]\n```', '```\n[1]\n```')
})

test('createGrounding() keeps code together that the cells of a table would part', () => {
  check(`| a | b |\n|---|---|\n| \`c | ${LINK}\` | \`d \\| e\` | \`f \\\\| g\` |\n\n\`h | i\``, `| a | b |\n|---|---|\n| \`c \\| ${LINK}\` | \`d \\| e\` | \`f \\\\\\| g\` |\n\n\`h | i\``)
  check(`\`a | ${LINK}\`\n--|--`, `\`a | ${LINK}\`\n\\--|--`)
  check(`> \`a | b\` |\n> :-|-`, '> `a | b` |\n> \\:-|-')
  check(`\`a | ${LINK}\`\n[9]-|-\n<br>x`, `\`a | ${LINK}\`\n\\-|-\n x`)
  check(`\`a | ${LINK}\`\n-|-[9]`, `\`a | ${LINK}\`\n\\-|-`)
  checkSame('`a | b`\n- c\n\n`a | b`\n1. c\n\n| `a \\| b` |\n|---|\n| c |')
})

function run(written: string): string {
  const grounding = createGrounding(groundingSources([]))
  return grounding.push(`Text.\n\n${written}`) + grounding.end()
}
