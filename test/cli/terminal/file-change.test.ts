import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confirmChanges, unifiedDiff } from '../../../src/cli/terminal/file-change.ts'
import { fakeIo } from '../../support/io.ts'
import { createRandom } from '../../support/random.ts'

const TEN = Array.from({ length: 10 }, (_, i) => `${i}\n`)

const FIVE = TEN.with(5, 'five\n')

for (const [name, before, after, expected] of [
  ['of equal texts is empty', 'x\n', 'x\n', ''],
  ['shows a change with three lines around it', TEN.join(''), FIVE.join(''), '--- a/b.js\n+++ b/b.js\n@@ -3,7 +3,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n'],
  [
    'separates distant changes', TEN.join(''), ['new\n', ...TEN, 'end\n'].join(''),
    '--- a/b.js\n+++ b/b.js\n@@ -1,3 +1,4 @@\n+new\n 0\n 1\n 2\n@@ -8,3 +9,4 @@\n 7\n 8\n 9\n+end\n',
  ],
  ['joins nearby changes', TEN.join(''), FIVE.with(2, 'two\n').join(''), '--- a/b.js\n+++ b/b.js\n@@ -1,9 +1,9 @@\n 0\n 1\n-2\n+two\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n'],
  ['of a new file is all lines, from /dev/null', null, 'x\ny\n', '--- /dev/null\n+++ b/b.js\n@@ -0,0 +1,2 @@\n+x\n+y\n'],
  [
    'marks the end of a text without a line break', 'x', 'x\ny',
    '--- a/b.js\n+++ b/b.js\n@@ -1 +1,2 @@\n-x\n\\ No newline at end of file\n+x\n+y\n\\ No newline at end of file\n',
  ],
] as const) {
  test(`unifiedDiff() ${name}`, () => assert.equal(unifiedDiff('b.js', before, after), expected))
}

/** The result of `patch` for a text. */
function apply(before: string, diff: string): string {
  const old = before.split(/(?<=\n)/).filter((line) => line !== '')
  const fresh: string[] = []
  let at = 0
  for (const [, start = '', count = '1', body = ''] of diff.matchAll(/^@@ -(\d+)(?:,(\d+))? \+[\d,]+ @@\n((?:[ +\\-].*\n)*)/gm)) {
    const first = Number(start) - (count === '0' ? 0 : 1)
    fresh.push(...old.slice(at, first))
    at = first
    for (const [, mark = '', line = ''] of body.replaceAll('\n\\ No newline at end of file\n', '\u0000').matchAll(/([ +-])([^\n\u0000]*[\n\u0000])/g)) {
      const text = line.replace('\u0000', '')
      if (mark !== '+') assert.equal(old[at++], text)
      if (mark !== '-') fresh.push(text)
    }
  }
  return [...fresh, ...old.slice(at)].join('')
}

test('unifiedDiff() turns any text into any other', () => {
  const random = createRandom(7)
  for (let i = 0; i < 500; i += 1) {
    const text = () => Array.from({ length: random.below(12) }, () => 'abc'[random.below(3)]).join('\n') + (random.below(2) === 0 ? '\n' : '')
    const [before, after] = [text(), text()]
    assert.equal(apply(before, unifiedDiff('a', before, after)), after)
  }
})

test('confirmChanges() asks with a name that no terminal obeys', async () => {
  const asked: string[] = []
  const confirm = async (question: string) => asked.push(question) > 0
  const files = { linkTarget: async () => null, replaceText: async () => undefined }
  const change = { path: 'a\u001b]0;x\u0007.js', before: null, after: 'x' }
  assert.equal(await confirmChanges([change], files, false, fakeIo({ confirm })), null)
  assert.deepEqual(asked, ['Write a\ufffd]0;x\ufffd.js?'])
})
