/** `bin/ask.js` of a checkout and of the package; a vendored copy has its own. */
import assert from 'node:assert/strict'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runProgram } from '../support/program.ts'
import { temporaryFolder, writeSite } from '../support/site.ts'

test('ask runs from compiled files where there are some, and says how to compile them, or that files can not be opened', async () => {
  const copy = await temporaryFolder()
  const bin = join(copy, 'bin/ask.js')
  await cp(fileURLToPath(new URL('../../bin/ask.js', import.meta.url)), bin)
  await writeFile(join(copy, 'package.json'), '{"type":"module"}')
  const none = await runProgram(['--version'], { bin })
  assert.deepEqual([none.code, none.out], [1, ''])
  assert.match(none.err, /^ask: [^\n]*`npm install && npm run build`[^\n]*\n$/)
  await writeSite(copy, { 'dist/cli/main.js': "export async function run() { console.log('compiled') }\n" })
  assert.deepEqual(await runProgram([], { bin }), { code: 0, out: 'compiled\n', err: '' })
  await writeSite(copy, { 'dist/cli/main.js': "throw Object.assign(new Error('too many open files'), { code: 'EMFILE' })" })
  const { code, err } = await runProgram(['help'], { bin })
  assert.equal(code, 1)
  assert.match(err, /^ask: too few files .*`ulimit -n 1024`\n$/)
})
