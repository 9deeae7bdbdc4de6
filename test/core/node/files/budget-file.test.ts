import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { openBudgetFile } from '../../../../src/core/node/files/budget-file.ts'
import { folderOf } from '../../../support/site.ts'

const DAY = 20_777
const DATE = '2026-11-20'
const now = () => DAY * 86_400_000 + 1_000

/** A path at which nothing is. */
const place = async () => join(await folderOf({}), 'below', 'budget')

const line = (tokens: number, date = DATE) => `${date} ${String(tokens).padStart(16, '0')}\n`

const open = (path: string) => openBudgetFile(path, { now, log: (line) => assert.fail(line) })

test('openBudgetFile() keeps the tokens of a day over a restart, also of one that was a crash', async () => {
  const path = await place()
  const first = await open(path)
  first.add(DAY, 60_000)
  first.add(DAY, -55_000)
  first.add(DAY, 60_000)
  assert.equal(await readFile(path, 'utf8'), line(65_000))
  // It is not closed: the program has crashed in the middle of the second answer.
  const second = await open(path)
  assert.equal(second.spentOn(DAY), 65_000)
  assert.equal(await readFile(path, 'utf8'), line(65_000))
  second.close()
  first.close()
})

test('openBudgetFile() begins each day with nothing spent', async () => {
  const path = await place()
  const file = await open(path)
  file.add(DAY, 5_000)
  assert.deepEqual([file.spentOn(DAY), file.spentOn(DAY + 1), file.spentOn(DAY - 1)], [5_000, 0, 5_000])
  file.add(DAY + 1, 700)
  assert.equal(file.spentOn(DAY + 1), 700)
  assert.equal(await readFile(path, 'utf8'), line(700, '2026-11-21'))
  file.close()
  const next = await open(path)
  assert.equal(next.spentOn(DAY), 0, 'a day that is still to come')
  next.add(DAY + 1_000, 900)
  next.add(DAY, 40)
  assert.equal(next.spentOn(DAY), 40, 'the clock was years ahead')
  next.close()
})

test('openBudgetFile() counts all lines of a file of version 1.0, and replaces them', async () => {
  const path = await place()
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `2026-11-19 900\n${DATE} 60000\n${DATE} -55000\n${DATE} 70\n`)
  const file = await open(path)
  assert.equal(file.spentOn(DAY), 5_070)
  assert.equal(await readFile(path, 'utf8'), line(5_070))
  file.close()
})

test('openBudgetFile() touches no other file after its close: an answer may end later', async () => {
  const path = await place()
  const file = await open(path)
  file.close()
  // It gets the number that is free now.
  const other = openSync(`${path}-of-others`, 'w')
  file.add(DAY, 60_000)
  file.close()
  writeSync(other, 'mine')
  closeSync(other)
  assert.equal(await readFile(`${path}-of-others`, 'utf8'), 'mine')
  assert.equal(await readFile(path, 'utf8'), line(0))
  assert.equal(file.spentOn(DAY), 60_000)
})

test('openBudgetFile() reads a file that lost its end with the power', async () => {
  const path = await place()
  const file = await open(path)
  file.add(DAY, 60_000)
  file.close()
  for (const end of [`${DATE} 600`, '\0\0\0\0']) {
    await appendFile(path, end)
    const again = await open(path)
    assert.equal(again.spentOn(DAY), 60_000)
    again.close()
  }
})

test('openBudgetFile() refuses a file that is something else, and changes nothing of it', async () => {
  const path = await place()
  await (await open(path)).close()
  for (const text of ['# Docs\n', 'one line', `${DATE} 1\nword\n`]) {
    await writeFile(path, text)
    await assert.rejects(open(path), { code: 'file-format', message: /name another file$/ })
    assert.equal(await readFile(path, 'utf8'), text)
  }
  await assert.rejects(open(join(path, '..')), { code: 'file' })
  await assert.rejects(open(join(path, 'below')), { code: 'file' })
})

test('openBudgetFile() does not wait for somebody to write a pipe', { skip: process.platform === 'win32' && 'Windows has no pipes in folders' }, async () => {
  const path = await place()
  await mkdir(dirname(path), { recursive: true })
  execFileSync('mkfifo', [path])
  await assert.rejects(open(path), { code: 'file', message: /is not a file/ })
})
