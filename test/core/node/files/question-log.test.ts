import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, rename, rmdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { openQuestionLog } from '../../../../src/core/node/files/question-log.ts'
import { bundledScript } from '../../../support/bundled-script.ts'
import { folderOf } from '../../../support/site.ts'
import { until } from '../../../support/until.ts'

const NOW = Date.parse('2026-11-22T20:00:00Z')
const DAY_MS = 86_400_000
const LINE = '{"v":1,"type":"search"}'
const log = (line: string) => assert.fail(line)
const now = () => NOW

const place = () => folderOf({})

const today = (folder: string) => join(folder, 'questions-2026-11-22.jsonl')

test('openQuestionLog() refuses days that would delete the file of today', async () => {
  const folder = await folderOf({ 'questions-2026-11-22.jsonl': '' })
  for (const days of [0, -5, NaN]) {
    await assert.rejects(openQuestionLog(join(folder, 'questions.jsonl'), { days }), { option: 'days', message: /^days must be a whole number from 1 to 3650/ })
  }
  assert.deepEqual(await readdir(folder), ['questions-2026-11-22.jsonl'])
})

test('openQuestionLog() writes a file a day that only its owner may read, and makes its folder', async () => {
  const folder = join(await place(), 'a', 'b')
  const questions = await openQuestionLog(join(folder, 'questions.jsonl'), { now, log })
  questions.write(LINE)
  questions.write(LINE)
  await questions.close()
  assert.deepEqual(await readdir(folder), ['questions-2026-11-22.jsonl'])
  assert.equal(await readFile(today(folder), 'utf8'), `${LINE}\n${LINE}\n`)
  assert.equal((await stat(today(folder))).mode & 0o777, 0o600)
})

test('openQuestionLog() adds to the file of its day, after a line without an end too, and narrows its mode', async () => {
  const folder = await place()
  await writeFile(today(folder), `${LINE}\n{"v":1,"ty`, { mode: 0o644 })
  const questions = await openQuestionLog(join(folder, 'questions.jsonl'), { now, log })
  questions.write(LINE)
  await questions.close()
  assert.equal(await readFile(today(folder), 'utf8'), `${LINE}\n{"v":1,"ty\n${LINE}\n`)
  assert.equal((await stat(today(folder))).mode & 0o777, 0o600)
})

test('openQuestionLog() begins its file again when somebody has moved it, as logrotate does', async () => {
  const folder = await place()
  const questions = await openQuestionLog(join(folder, 'questions.jsonl'), { now, log })
  await rename(today(folder), join(folder, 'moved'))
  questions.write(LINE)
  await questions.close()
  assert.equal(await readFile(today(folder), 'utf8'), `${LINE}\n`)
})

test('openQuestionLog() begins another file at midnight (UTC) and removes those that are too old, and no others', async () => {
  const folder = await place()
  const old = ['questions-2026-11-19.jsonl', 'questions-2026-11-20.jsonl', 'questions-2026-11-21.jsonl']
  const others = ['questions-2026-1-1.jsonl', 'questions-2020-01-01.txt', 'other-2020-01-01.jsonl', 'questions.jsonl', 'questions-old.jsonl']
  for (const name of [...old, ...others]) await writeFile(join(folder, name), '')
  let ms = NOW
  const questions = await openQuestionLog(join(folder, 'questions.jsonl'), { days: 2, now: () => ms, log })
  assert.deepEqual((await readdir(folder)).sort(), [...others, 'questions-2026-11-21.jsonl', 'questions-2026-11-22.jsonl'].sort())
  ms += DAY_MS
  questions.write(LINE)
  await questions.close()
  assert.deepEqual((await readdir(folder)).sort(), [...others, 'questions-2026-11-22.jsonl', 'questions-2026-11-23.jsonl'].sort())
  assert.equal(await readFile(today(folder), 'utf8'), '')
})

test('openQuestionLog() keeps the lines of a day whose file can not be opened yet, and says why', async () => {
  const folder = await place()
  const path = join(folder, 'questions.jsonl')
  const tomorrow = join(folder, 'questions-2026-11-23.jsonl')
  const lines: string[] = []
  let ms = NOW
  const questions = await openQuestionLog(path, { now: () => ms, log: (line) => lines.push(line) })
  ms += DAY_MS
  await mkdir(tomorrow)
  questions.write(LINE)
  await until(() => lines.length > 0)
  await rmdir(tomorrow)
  questions.write(LINE)
  await questions.close()
  assert.deepEqual(lines, [`The question log ${path} can't be written (EISDIR)`])
  assert.equal(await readFile(tomorrow, 'utf8'), `${LINE}\n${LINE}\n`)
})

test('openQuestionLog() refuses a path below the folder that is served, whatever links lead there', async () => {
  const folder = await place()
  const served = join(folder, 'docs')
  await mkdir(join(served, 'deep'), { recursive: true })
  await symlink(served, join(folder, 'link'))
  for (const path of ['docs/q.jsonl', 'docs/deep/q.jsonl', 'docs/new/folder/q.jsonl', 'link/q.jsonl', 'link/deep/../q.jsonl']) {
    const rejected = openQuestionLog(join(folder, path), { servedFolder: served, now, log })
    await assert.rejects(rejected, { code: 'usage', message: `${join(folder, path)}: is below ${served}, which is served: keep the question log elsewhere` })
  }
  assert.deepEqual(await readdir(served), ['deep'])
  await (await openQuestionLog(join(folder, 'docs-log', 'q.jsonl'), { servedFolder: served, now, log })).close()
})

for (const [name, make, message] of [
  ['a pipe', async (path) => void execFileSync('mkfifo', [path]), /not a regular file|ENXIO/],
  ['a folder', async (path) => void await mkdir(path), /can't be written \(EISDIR\)/],
  ['a link', async (path) => void await symlink('/dev/null', path), /can't be written \(E(LOOP|MLINK)\)/],
] as const satisfies readonly (readonly [string, (path: string) => Promise<void>, RegExp])[]) {
  test(`openQuestionLog() refuses ${name}`, async () => {
    const folder = await place()
    await make(today(folder))
    await assert.rejects(openQuestionLog(join(folder, 'questions.jsonl'), { now, log }), { code: 'file', message })
  })
}

test('openQuestionLog() leaves out what the disk can\'t take in time, and says so once', async () => {
  const folder = await place()
  const lines: string[] = []
  const path = join(folder, 'questions.jsonl')
  const questions = await openQuestionLog(path, { now, log: (line) => lines.push(line) })
  for (let at = 0; at < 50; at++) questions.write('x'.repeat(100_000))
  await questions.close()
  assert.equal((await stat(today(folder))).size, 41 * 100_001)
  assert.deepEqual(lines, [`The question log ${path} is full or too slow; 9 lines left out`])
})

test('a disk that is full costs lines, never the program', async () => {
  const folder = await place()
  const path = join(folder, 'questions.jsonl')
  // A limit of the file's size in blocks of 1,024 bytes: writes past it fail as on a full disk.
  const command = 'ulimit -f 1; exec "$@"'
  // A file of coverage would be larger.
  const script = await bundledScript('question-writer.ts')
  const { stdout } = await promisify(execFile)('bash', ['-c', command, 'bash', process.execPath, script, path, '2026-11-22'], { env: { ...process.env, NODE_V8_COVERAGE: '' } })
  assert.equal(stdout, `The question log ${path} can't be written (EFBIG)`)
  assert.equal((await readFile(today(folder), 'utf8')).split('\n')[0], 'x'.repeat(700))
})
