import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../support/site.ts'
import { PLATFORM } from './platform.mjs'

const RUNNER = fileURLToPath(new URL('run.mjs', import.meta.url))
const TEST = "import { test } from 'node:test'\n"
const folder = await temporaryFolder()

interface Way {
  readonly options?: readonly string[]
  /** Value of the variable `CI`; empty for a machine that is none. */
  readonly ci?: string
}

/** Runs the files, `area/name.test.ts` -> body, as a suite. */
function run(name: string, files: Readonly<Record<string, string>>, { options = [], ci = '' }: Way = {}) {
  for (const [file, body] of Object.entries(files)) {
    const path = join(folder, name, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, TEST + body)
  }
  const { status, stdout } = spawnSync(process.execPath, [RUNNER, ...options, join(folder, name)], { encoding: 'utf8', env: { ...process.env, CI: ci } })
  return { status, stdout, last: stdout.trimEnd().split('\n').at(-1) }
}

test('the runner counts the tests of all areas, those in tests and suites too', () => {
  const { status, last } = run('good', {
    'one/a.test.ts': "test('a', (t) => t.test('b', () => {}))\ntest('c', { skip: 'why' }, () => {})\n",
    'two/deep/a.test.ts': "import { describe } from 'node:test'\ndescribe('s', () => test('d', () => {}))\n",
    'top.test.ts': "test('e', () => {})\n",
    'fuzz/two/a.test.ts': "test('f', () => { throw new Error('another suite') })\n",
    'peers/a.test.ts': "test('g', () => { throw new Error('another suite') })\n",
  })
  assert.deepEqual([status, last], [0, '4 passed, 0 failed, 1 skipped'])
})

test('the runner fails for a test that fails, a file that does not load and a file without a test', () => {
  const { status, stdout, last } = run('bad', {
    'fails/a.test.ts': "test('outer', (t) => t.test('inner', () => { throw new Error('no lamp') }))\n",
    'fails/b.test.ts': "test('a', () => {})\nthrow new Error('no table')\n",
    'fails/empty.test.ts': '',
  })
  assert.equal(status, 1)
  for (const said of ['outer > inner', 'no lamp', 'no table', 'No test ran in .*empty']) assert.match(stdout, RegExp(said))
  assert.equal(last, '1 passed, 3 failed, 0 skipped')
})

test('the runner fails for work after the last test, and for a process that ends before its tests', () => {
  const late = run('late', { 'a.test.ts': "test('e', () => { setTimeout(() => { throw new Error('too late') }) })\n" })
  assert.match(late.stdout, /too late/)
  assert.equal(late.last, '1 passed, 1 failed, 0 skipped')
  const dying = run('dying', { 'a.test.ts': "test('b', () => process.exit(0))\ntest('c', () => {})\n" })
  assert.match(dying.stdout, /The process ended with 0 after /)
  assert.deepEqual([dying.status, dying.last], [1, '0 passed, 1 failed, 0 skipped'])
})

test('the hooks after the tests of an area do not take along those of the next area', () => {
  const file = `import { after } from 'node:test'
    const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
    let isOver = false
    after(() => {
      isOver = true
      return wait(200)
    })
    test('a', async () => {
      await wait(400)
      if (isOver) throw new Error('The hook ran before the test ended')
    })
  `
  // One area more than processes: two share one.
  const areas = Array.from({ length: availableParallelism() + 2 }, (_, at) => [`area${at}/a.test.ts`, file])
  const { stdout, last } = run('hooks', Object.fromEntries(areas))
  assert.equal(last, `${areas.length} passed, 0 failed, 0 skipped`, stdout)
})

test('a skipped test is named with its reason, and fails in CI unless the platform rules it out', () => {
  const skipping = (reason: string) => ({ 'a.test.ts': `test('a', () => {})\ntest('b', { skip: ${JSON.stringify(reason)} }, () => {})\n` })
  const here = run('skipping', skipping('no lamp'))
  assert.match(here.stdout, /^1 skipped: no lamp\n1 passed, 0 failed, 1 skipped$/m)
  const inCi = run('skipping', skipping('no lamp'), { ci: 'true' })
  assert.match(inCi.stdout, /Skipped where nothing may be missing: no lamp/)
  assert.deepEqual([here.status, inCi.status, inCi.last], [0, 1, '1 passed, 1 failed, 1 skipped'])
  assert.deepEqual(run('skipping', skipping(PLATFORM.ipv6), { ci: 'true' }).last, '1 passed, 0 failed, 1 skipped')
})

test('the seed of random tests is the one that is asked for, and is printed', () => {
  const files = { 'a.test.ts': "test('a', () => { if (process.env['ASK_SEED'] !== '7') throw new Error('another seed') })\n" }
  const { status, stdout } = run('seeded', files, { options: ['--seed', '7'] })
  assert.equal(status, 0, stdout)
  assert.match(stdout, /^seed 7; the same again: --seed 7$/m)
})
