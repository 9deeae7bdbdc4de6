import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { MOUNT_LINES, MOUNT_ON_PATH, workerLines } from '../../../../src/addons/setup/init/server-plan.ts'

test('the shown lines are those of docs/mounting.md, which its own suite runs', () => {
  const document = readFileSync(new URL('../../../../docs/mounting.md', import.meta.url), 'utf8')
  for (const line of [MOUNT_ON_PATH, ...Object.values(MOUNT_LINES)].flat()) assert.ok(document.includes(`\n${line}\n`), line)
  for (const line of workerLines('./').filter((one) => !one.startsWith('//'))) assert.ok(document.includes(`${line}\n`), line)
})
