/**
 * A vendored copy: the same bytes each time, checked and updated as `docs/vendoring.md` says; and the contract and the flows
 * of the core, on a copy without any add-on, by Node alone.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../../support/site.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** Runs sources: any Node from 22.18 on does. */
const NODE = fileURLToPath(new URL('node_modules/node/bin/node', import.meta.url))
/** Flows of the core; the others need add-ons. */
const FLOWS = ['answers', 'cli', 'limits', 'mcp']

const folder = await temporaryFolder()

function vendor(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'bin/vendor.js'), ...args], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

/** Writes a copy, and gives its folder. */
function copy(name: string, ...args: readonly string[]): string {
  const out = join(folder, name)
  const { status, stderr } = vendor(out, ...args)
  assert.equal(status, 0, stderr)
  return out
}

function bytesOf(path: string): ReadonlyMap<string, string> {
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((file) => statSync(join(path, file)).isFile())
  return new Map(files.sort().map((file) => [file, createHash('sha256').update(readFileSync(join(path, file))).digest('hex')]))
}

test('two runs write the same bytes, which sha256sum and --check confirm', () => {
  const [first, second] = [copy('first', '--with', 'static'), copy('second', '--with', 'static')]
  assert.deepEqual(bytesOf(first), bytesOf(second))
  execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: first })
  assert.equal(vendor('--check', first).stdout, `${first} is as it was written: ${bytesOf(first).size} files\n`)
  assert.match(readFileSync(join(first, 'VERSION'), 'utf8'), /^ask-service \d\S*\ncommit \S.*\nadd-ons agents, overlay, reader, static\n$/)
})

test('a copy names no commit of a checkout around the files', () => {
  const around = join(folder, 'around')
  const files = ['bin', 'src', 'openapi.yaml', 'ask.schema.json', 'LICENSE', 'package.json']
  for (const path of files) cpSync(join(ROOT, path), join(around, 'ask', path), { recursive: true })
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@b.test']
  execFileSync('git', ['init', '--quiet', around])
  execFileSync('git', ['-C', around, ...author, 'commit', '--quiet', '--allow-empty', '-m', 'Another project'])
  execFileSync(process.execPath, [join(around, 'ask/bin/vendor.js'), join(around, 'copy')])
  assert.match(readFileSync(join(around, 'copy/VERSION'), 'utf8'), /^commit unknown$/m)
})

test('a copy has its own program, which names the Node that it needs, and no file that nothing imports', () => {
  const out = copy('program')
  const { engines } = JSON.parse(readFileSync(join(out, 'package.json'), 'utf8'))
  assert.deepEqual(engines, { node: '>=22.18' })
  mkdirSync(join(out, 'dist/cli'), { recursive: true })
  writeFileSync(join(out, 'dist/cli/main.js'), 'throw new Error("planted")')
  assert.match(execFileSync(NODE, [join(out, 'bin/ask.js'), '--version'], { encoding: 'utf8' }), /^ask \d/)
  assert.match(vendor('--check', out).stdout, /^added    dist\/cli\/main\.js$/m)
  const tooOld = spawnSync(NODE, ['--no-experimental-strip-types', join(out, 'bin/ask.js')], { encoding: 'utf8' })
  assert.deepEqual([tooOld.status, /needs Node 22\.18 or newer; this is Node \d/.test(tooOld.stderr)], [1, true], tooOld.stderr)
  assert.ok(!existsSync(join(out, 'src/core/search/build/collection.ts')), 'only the store needs it')
  assert.ok(existsSync(join(copy('stored', '--with', 'store'), 'src/core/search/build/collection.ts')))
})

/** Lines of code that a reader of one step takes in within an hour: less in code that attackers reach. */
const LINES_AN_HOUR = [1_000, 2_500] as const

test('docs/vendoring.md has the files and lines of a copy, and hours for the lines of each step', () => {
  const out = copy('counted')
  const text = readFileSync(join(ROOT, 'docs/vendoring.md'), 'utf8')
  assert.match(text, new RegExp(`^Wrote ${bytesOf(out).size} files to`, 'm'))
  const sources = [...bytesOf(out).keys()].filter((path) => path.endsWith('.ts'))
  const linesOf = (paths: readonly string[]) => paths.reduce((sum, path) => sum + readFileSync(join(out, path), 'utf8').split('\n').length - 1, 0)
  const [, stated = ''] = /have about ([\d,]+) lines/.exec(text) ?? []
  const [sum, all] = [Number(stated.replace(',', '')), linesOf(sources)]
  assert.ok(Math.abs(sum - all) < all / 50, `${sum} of ${all} lines`)
  const rows = [...text.matchAll(/^\| \d+ \| (.*?) \| (\d*)(½?) \|/gm)]
  assert.equal(rows.length, 13)
  // The first step has short files, the last one those that no other has.
  for (const [, folders = '', whole = '', half] of rows.slice(1, -1)) {
    const names = [...folders.matchAll(/`([a-z/-]+(?:\/|\.ts))`/g)].map(([, name]) => `src/${name}`)
    const lines = linesOf(sources.filter((path) => names.some((name) => path.startsWith(name))))
    const speed = lines / (Number(whole) + (half === '' ? 0 : 0.5))
    assert.ok(speed >= LINES_AN_HOUR[0] && speed <= LINES_AN_HOUR[1], `${folders}: ${lines} lines, ${speed} an hour`)
  }
})

test('--check names each file that was changed, removed or added, and an update keeps them', () => {
  const out = copy('changed')
  appendFileSync(join(out, 'src/index.ts'), '// Mine.\n')
  rmSync(join(out, 'LICENSE'))
  writeFileSync(join(out, 'src/core/mine.ts'), '')
  const { status, stdout } = vendor('--check', out)
  assert.deepEqual([status, stdout], [1, 'changed  src/index.ts\nmissing  LICENSE\nadded    src/core/mine.ts\n3 files differ\n'])
  const update = vendor(out)
  assert.deepEqual([update.status, update.stdout], [1, ''])
  assert.match(update.stderr, /^vendor: nothing was written, because these files were changed: src\/index\.ts\n$/)
  assert.match(readFileSync(join(out, 'src/index.ts'), 'utf8'), /Mine\.\n$/)
})

test('an update removes what the copy has no more, with the folders that are empty then', () => {
  const out = copy('updated', '--with', 'report')
  assert.ok(existsSync(join(out, 'src/addons/report')))
  copy('updated')
  assert.ok(!existsSync(join(out, 'src/addons')) && !existsSync(join(out, 'src/cli/addons')))
  assert.equal(vendor('--check', out).status, 0)
})

test('wrong use is one message that says what is expected, and writes nothing', () => {
  const other = join(folder, 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'notes.md'), 'Mine.')
  const rows: readonly (readonly [readonly string[], RegExp])[] = [
    [[other], /has files and no SHA256SUMS: give an empty folder, or one that this program wrote/],
    [[join(folder, 'x'), '--with', 'search'], /there is no add-on "search": choose from agents, ai-sdk, astro/],
    [[], /one folder is needed\nUsage: node bin\/vendor\.js OUT/],
    [['--check', other], /has no SHA256SUMS/],
    [['--wiht', 'x'], /Unknown option '--wiht'[^]*Usage:/],
  ]
  for (const [args, message] of rows) {
    const { status, stderr } = vendor(...args)
    assert.equal(status, 1)
    assert.match(stderr, message)
  }
  assert.deepEqual([readdirSync(other), existsSync(join(folder, 'x'))], [['notes.md'], false])
})

test('the SPDX list has every file, with the checksums of SHA256SUMS', () => {
  const out = copy('listed')
  const { files, relationships } = JSON.parse(readFileSync(join(out, 'ask.spdx.json'), 'utf8'))
  const listed = new Map(files.map(({ fileName, checksums }: SpdxFile) => [fileName.slice(2), checksums.find(({ algorithm }) => algorithm === 'SHA256')?.checksumValue]))
  const written = new Map(readFileSync(join(out, 'SHA256SUMS'), 'utf8').trim().split('\n').map((line) => [line.slice(66), line.slice(0, 64)] as const))
  written.delete('ask.spdx.json')
  assert.deepEqual(listed, written)
  assert.equal(new Set(files.map(({ SPDXID }: SpdxFile) => SPDXID)).size, files.length)
  assert.equal(relationships.length, files.length + 1)
})

interface SpdxFile {
  readonly SPDXID: string
  readonly fileName: string
  readonly checksums: readonly { readonly algorithm: string; readonly checksumValue: string }[]
}

test('a copy without any add-on passes the contract and the flows of the core, by Node alone', () => {
  const out = copy('tested')
  for (const path of ['test/contract', 'test/support', 'test/runner', 'test/data']) cpSync(join(ROOT, path), join(out, path), { recursive: true })
  for (const name of FLOWS) cpSync(join(ROOT, `test/flow/${name}.test.ts`), join(out, `test/flow/${name}.test.ts`))
  const { status, stdout, stderr } = spawnSync(NODE, ['test/runner/run.mjs', 'test', 'contract', 'flow'], {
    cwd: out,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], CI: process.env['CI'] },
    maxBuffer: 67_108_864,
  })
  assert.equal(status, 0, stdout + stderr)
  const [, passed] = /^(\d+) passed, 0 failed/m.exec(stdout) ?? []
  assert.ok(Number(passed) > 1_000, stdout)
})

test('a copy with every add-on has all commands', () => {
  const out = copy('whole', '--with', 'setup,static,report,agents')
  const help = execFileSync(NODE, [join(out, 'bin/ask.js'), '--help'], { encoding: 'utf8' })
  for (const command of ['report', 'init', 'doctor', 'agents', 'static', 'index push']) assert.match(help, new RegExp(`^  ${command}\\b`, 'm'))
})
