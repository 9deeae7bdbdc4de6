/** `bin/ask.js` of a checkout and of the package; a vendored copy has its own. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder, writeSite } from '../support/site.ts'

const PROGRAM = fileURLToPath(new URL('../../bin/ask.js', import.meta.url))

/** Runs a copy of the program, which finds no package beside it. */
function run(copy: string, ...argv: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, 'bin/ask.js'), ...argv], { encoding: 'utf8', env: {} })
  return { status, stdout, stderr }
}

test('ask runs from compiled files where there are some, and says how to compile them', async () => {
  const copy = await temporaryFolder()
  await cp(PROGRAM, join(copy, 'bin/ask.js'), { recursive: true })
  await writeFile(join(copy, 'package.json'), '{"type":"module"}')
  const none = run(copy, '--version')
  assert.deepEqual([none.status, none.stdout], [1, ''])
  assert.match(none.stderr, /^ask: [^\n]*`npm install && npm run build`[^\n]*\n$/)
  await writeSite(copy, { 'dist/cli/main.js': "export async function run() { console.log('compiled') }\n" })
  assert.deepEqual(run(copy), { status: 0, stdout: 'compiled\n', stderr: '' })
})
