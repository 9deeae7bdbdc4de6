import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fenceAfter } from '../../../../../src/core/content/markdown/syntax/fence.ts'

test('fenceAfter() opens a block at a fence, and closes it at one of the same characters that is as long', () => {
  for (const [fence, line, after] of [
    ['', 'text', ''], ['', '```ts', '```'], ['', '   ~~~~', '~~~~'], ['', '    ```', ''], ['', 'a ```', ''],
    ['', '```npm i``` installs it.', ''], ['', '~~~ a`b', '~~~'], ['```', '```js', '```'], ['```', '``` \n', ''],
    ['```', 'text', '```'], ['```', '```', ''], ['```', '````', ''], ['```', '~~~', '```'], ['~~~~', '~~~', '~~~~'],
  ] as const) assert.equal(fenceAfter(fence, line), after, JSON.stringify([fence, line]))
})
