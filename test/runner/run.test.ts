import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../support/site.ts'

const RUNNER = fileURLToPath(new URL('run.mjs', import.meta.url))
const TEST = "import { test } from 'node:test'\n"
const folder = await temporaryFolder()

/** Runs the files, `area/name.test.ts` -> body, as a suite. */
function run(name: string, files: Readonly<Record<string, string>>) {
  for (const [file, body] of Object.entries(files)) {
    const path = join(folder, name, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, TEST + body)
  }
  const { status, stdout } = spawnSync(process.execPath, [RUNNER, join(folder, name)], { encoding: 'utf8' })
  return { status, stdout, last: stdout.trimEnd().split('\n').at(-1) }
}

test('the runner counts the tests of all areas, those in tests and suites too', () => {
  const { status, last } = run('good', {
    'one/a.test.ts': "test('a', (t) => t.test('b', () => {}))\ntest('c', { skip: 'why' }, () => {})\n",
    'two/deep/a.test.ts': "import { describe } from 'node:test'\ndescribe('s', () => test('d', () => {}))\n",
    'top.test.ts': "test('e', () => {})\n",
    'fuzz/two/a.test.ts': "test('f', () => {})\n",
    'peers/a.test.ts': "test('g', () => { throw new Error('another suite') })\n",
  })
  assert.deepEqual([status, last], [0, '5 passed, 0 failed, 1 skipped'])
})

test('the runner fails for a test, a file, a process and an area that do not do what they should', () => {
  const { status, stdout, last } = run('bad', {
    'fails/a.test.ts': "test('outer', (t) => t.test('inner', () => { throw new Error('no lamp') }))\n",
    'fails/b.test.ts': "test('a', () => {})\nthrow new Error('no table')\n",
    'dies/a.test.ts': "test('b', () => process.exit(0))\ntest('c', () => {})\n",
    'late/a.test.ts': "test('e', () => { setTimeout(() => { throw new Error('too late') }) })\n",
    'empty/a.test.ts': '',
  })
  assert.equal(status, 1)
  for (const said of ['outer > inner', 'no lamp', 'no table', 'ended with 0 after', 'too late', 'No test ran.']) {
    assert.match(stdout, RegExp(said))
  }
  assert.equal(last, '2 passed, 5 failed, 0 skipped')
})
