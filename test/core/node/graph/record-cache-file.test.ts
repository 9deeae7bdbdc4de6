import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openRecordCache } from '../../../../src/core/node/graph/record-cache-file.ts'
import { temporaryFolder } from '../../../support/site.ts'

const folder = await temporaryFolder()
const path = join(folder, '.service', 'kg.cache.jsonl')
const open = (isFresh = false) => openRecordCache(path, { isFresh })

test('a record is in the file as soon as it is put', async () => {
  const file = await open()
  assert.equal(file.get('a'), undefined)
  await file.put('a', { n: 1 })
  assert.equal(await readFile(path, 'utf8'), '{"key":"a","value":{"n":1}}\n')
  await file.put('b', 2)
  await file.close()
})

test('a line that a crash cut short is skipped, and no other line is lost, nor one behind a byte order mark', async () => {
  await writeFile(path, `\ufeff${await readFile(path, 'utf8')}{"key":"c","val`)
  const file = await open()
  assert.deepEqual([file.get('a'), file.get('b'), file.get('c')], [{ n: 1 }, 2, undefined])
  await file.put('d', 4)
  await file.close()
  const again = await open()
  assert.equal(again.get('d'), 4)
  await again.close()
})

test('compact() keeps the used records', async () => {
  const file = await open()
  file.get('d')
  await file.put('e', 5)
  await file.compact()
  assert.equal(await readFile(path, 'utf8'), '{"key":"d","value":4}\n{"key":"e","value":5}\n')
})

test('a fresh cache uses no record of the file', async () => {
  const file = await open(true)
  assert.equal(file.get('d'), undefined)
  await file.put('d', 'new')
  await file.compact()
  assert.equal(await readFile(path, 'utf8'), '{"key":"d","value":"new"}\n')
})

test('invalid lines are skipped', async () => {
  await writeFile(path, 'null\n[]\n{"key":1,"value":2}\n{"key":"x"}\n{"key":"y","value":null}\n')
  const file = await open()
  assert.deepEqual([file.get('1'), file.get('x'), file.get('y')], [undefined, undefined, null])
  await file.close()
})

test('a place that can\'t be written is an error that names it', async () => {
  const blocked = join(folder, 'blocked')
  await mkdir(blocked)
  await assert.rejects(openRecordCache(blocked, { isFresh: true }), { code: 'file', message: `${blocked}: can't be written: it is not a regular file` })
  await writeFile(join(folder, 'file'), '')
  await assert.rejects(openRecordCache(join(folder, 'file', 'x'), { isFresh: true }), { code: 'file' })
})
