/** A disk that is full and a heap that is used up: what was there before is still there, and the next run succeeds. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { PLATFORM } from '../../runner/platform.mjs'
import { runProgram, temporaryFolder } from './service.ts'

/** Bytes of the file system. */
const DISK_KB = 256
/** MiB of heap, enough to begin and too few for the pages: near 50, a build may write its graph before the heap ends. */
const HEAP_MIB = 32
const PAGES = 3_000

const COMMANDS = [
  { name: 'kg build', args: (docs: string, out: string) => ['kg', 'build', docs, '--extractive', '--kg-path', join(out, 'kg.json')] },
  { name: 'index build', args: (docs: string, out: string) => ['index', 'build', docs, '--out', join(out, 'index.json')] },
  { name: 'static', args: (docs: string, out: string) => ['static', docs, '--out', join(out, 'search')] },
  { name: 'export', args: (docs: string, out: string) => ['export', docs, '--out', join(out, 'pages')] },
] as const

for (const { name, args } of COMMANDS) {
  test(`ask ${name} on a full disk fails with the name of the file, and leaves what was there`, (t) => {
    const disk = mountDisk(t)
    if (disk === null) return t.skip(PLATFORM.mount)
    const folder = temporaryFolder()
    writePages(join(folder, 'docs'), 2)
    const ok = runProgram(args(join(folder, 'docs'), join(folder, 'out')))
    assert.equal(ok.status, 0, ok.output)
    // What is there is the first result, as far as it finds room, and a file that takes the rest.
    writeFileSync(join(disk, 'full'), Buffer.alloc((DISK_KB - 24) * 1024))
    const before = filesOf(disk)
    writePages(join(folder, 'docs'), 200)
    const full = runProgram(args(join(folder, 'docs'), disk))
    assert.equal(full.status, 1, full.output)
    assert.match(full.output, /ask: .*ENOSPC/)
    assert.doesNotMatch(full.output, /\n {4}at /, 'a stack')
    if (name === 'kg build' || name === 'index build') assert.deepEqual(filesOf(disk), before)
    else assert.deepEqual(filesOf(disk).filter((path) => path.endsWith('.tmp')), [])
  })
}

test('ask kg build without enough memory leaves the old graph, and the next build succeeds', () => {
  const folder = temporaryFolder()
  const graph = join(folder, 'kg.json')
  const args = ['kg', 'build', join(folder, 'docs'), '--extractive', '--kg-path', graph]
  writePages(join(folder, 'docs'), 2)
  assert.equal(runProgram(args).status, 0)
  const old = readFileSync(graph, 'utf8')
  writePages(join(folder, 'docs'), PAGES)
  // With a large young generation the last half minute is spent on collecting again and again.
  const dead = runProgram(args, [`--max-old-space-size=${HEAP_MIB}`, '--max-semi-space-size=1'])
  assert.notEqual(dead.status, 0)
  assert.match(dead.output, /heap out of memory|Allocation failed/i)
  assert.equal(readFileSync(graph, 'utf8'), old)
  const next = runProgram(args)
  assert.equal(next.status, 0, next.output)
  assert.notEqual(readFileSync(graph, 'utf8'), old)
  assert.deepEqual(readdirSync(folder).sort(), ['docs', 'kg.json'])
})

/** A small file system in memory, unmounted after the test; null where this process may not mount one. */
function mountDisk(t: TestContext): string | null {
  const path = join(temporaryFolder(), 'disk')
  mkdirSync(path)
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_KB}k`, 'tmpfs', path])
  if (status !== 0) return null
  t.after(() => spawnSync('umount', [path]))
  return path
}

function writePages(folder: string, count: number): void {
  mkdirSync(folder, { recursive: true })
  for (let at = 0; at < count; at += 1) {
    const words = Array.from({ length: 120 }, (_, word) => `term${(at * 131 + word * 17) % 20_000}`).join(' ')
    writeFileSync(join(folder, `page-${at}.md`), `# Page ${at}\n\n${words}.\n\n## Part of ${at}\n\n${words}.\n`)
  }
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true }).map(String).sort()
}
