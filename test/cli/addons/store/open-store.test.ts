import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runProgram } from '../../../support/program.ts'
import { temporaryFolder } from '../../../support/site.ts'

test('ask serve keeps the question log of a store anywhere: no folder is served', async () => {
  const folder = await temporaryFolder()
  const log = join(folder, 'log', 'questions.jsonl')
  const store = ['--search-url', 'http://127.0.0.1:1', '--index', 'x']
  const { err } = await runProgram(['serve', ...store, '--question-log', log], { cwd: folder })
  assert.deepEqual([existsSync(join(folder, 'log')), err.split('\n')[1]], [true, "ask: The search engine can't be reached."])
})
