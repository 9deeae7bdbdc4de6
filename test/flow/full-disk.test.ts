/** `ask kg build` where the disk takes only so many bytes of a file: a limit of its size stands for a full disk. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { compiledProgram } from '../support/program.ts'
import { temporaryFolder, writeSite } from '../support/site.ts'

const run = promisify(execFile)
const PAGES = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`p${i}.md`, `# Page ${i}\n\nThe flag \`--p${i}\` sets it.\n`]))

test('a build on a full disk leaves the old graph, no lock and no other file, and the next build works', { skip: process.platform === 'win32' }, async () => {
  const folder = await temporaryFolder()
  const content = await writeSite(join(folder, 'docs'), PAGES)
  const path = join(folder, 'service', 'kg.json')
  const program = await compiledProgram()
  /** Exit code and stderr of a build whose files may have this many blocks of 512 bytes. */
  async function build(blocks: number | 'unlimited') {
    const line = `ulimit -f ${blocks} && exec "$0" "$@"`
    const args = [process.execPath, program, 'kg', 'build', content, '--kg-path', path, '--extractive', '--quiet']
    return run('sh', ['-c', line, ...args]).then(({ stderr }) => ({ code: 0, stderr }), ({ code, stderr }) => ({ code, stderr }))
  }

  assert.equal((await build('unlimited')).code, 0)
  const before = await readFile(path, 'utf8')
  assert.ok(before.length > 16 * 512)
  await writeFile(join(content, 'new.md'), '# New\n')
  for (const [blocks, file] of [[0, 'kg.json.lock'], [1, 'kg.json'], [16, 'kg.json']] as const) {
    const { code, stderr } = await build(blocks)
    assert.equal(code, 1)
    assert.match(stderr, new RegExp(`^ask: \\S+${file}: can't be written \\(EFBIG\\)\n$`))
    assert.deepEqual([await readdir(join(folder, 'service')), await readFile(path, 'utf8')], [['kg.json'], before])
  }
  assert.equal((await build('unlimited')).code, 0)
  assert.notEqual(await readFile(path, 'utf8'), before)
})
