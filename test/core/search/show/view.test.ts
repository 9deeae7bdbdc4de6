import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeQuery } from '../../../../src/core/search/show/view.ts'

const RESULTS = [
  { queries: ['run a job every night', 'cron', 'Wie läuft ein Job nachts?'] },
  {},
  { queries: ['run a job twice at once', 'how to run a job later', 'run a job every night'] },
  { queries: ['run a job never', '定期的に実行する', '定期'] },
]

for (const [typed, completions] of [
  ['run a j', ['run a job every night', 'run a job twice at once', 'how to run a job later']],
  ['Every', ['run a job every night']],
  ['lauft ein', ['Wie läuft ein Job nachts?']],
  ['ob every', []],
  ['run a job every night', []],
  ['every night', []],
  ['run -twice', []],
  ['"run a job"', []],
  ['定期', ['定期的に実行する']],
  ['cro', []],
  [' ', []],
] as const) {
  test(`completeQuery(): ${JSON.stringify(typed)}`, () => assert.deepEqual(completeQuery(typed, RESULTS), completions))
}
