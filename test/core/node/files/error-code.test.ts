import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { errorCodeOf } from '../../../../src/core/node/files/error-code.ts'

test('errorCodeOf() gives the code of a failure of the system, else its words', async () => {
  const missing: unknown = await readFile('no-such-file').catch((error: unknown) => error)
  const rows = [
    [missing, 'ENOENT'],
    [new Error('broken'), 'Error: broken'],
    [Object.assign(new Error('odd'), { code: 7 }), 'Error: odd'],
    ['text', 'text'],
  ] as const
  for (const [error, code] of rows) assert.equal(errorCodeOf(error), code)
})
