import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  findServerEntry, MOUNT_LINES, MOUNT_ON_PATH, workerLines,
} from '../../../../src/addons/setup/init/server-plan.ts'

test('the shown lines are those of docs/mounting.md, which its own suite runs', () => {
  const document = readFileSync(new URL('../../../../docs/mounting.md', import.meta.url), 'utf8')
  for (const line of [MOUNT_ON_PATH, ...Object.values(MOUNT_LINES)].flat()) assert.ok(document.includes(`\n${line}\n`), line)
  for (const line of workerLines('./').filter((one) => !one.startsWith('//'))) assert.ok(document.includes(`${line}\n`), line)
})

/** The entry file among these files, with this start script. */
async function check(start: string, paths: readonly string[], expected: string | null) {
  const manifest = { dependencies: new Set<string>(), scripts: new Map([['start', start]]), hasSettings: false, isModule: true, main: null, packageManager: null }
  const site = {
    folder: '.', manifest, packageManager: 'npm', generator: 'express', title: 'Express', kind: 'server', configFile: null,
    evidence: '', buildCommand: null, contentFolder: null, moreContent: [], outputFolder: null, base: '/', ownSearch: null,
  } as const
  const readText = async (path: string) => (paths.includes(path) ? '' : null)
  const entry = await findServerEntry({ site, readText })
  assert.equal(entry?.path ?? null, expected, start)
}

test('findServerEntry() takes a file that a script names, else one with a conventional name', async () => {
  await check('node ./src/boot.js', ['src/boot.js', 'server.js'], 'src/boot.js')
  await check('run', ['src/server.ts'], 'src/server.ts')
  await check('run', [], null)
})

test('findServerEntry() takes no file that is installed, built or outside the project', async () => {
  const foreign = ['node_modules/tsx/dist/loader.mjs', 'packages/a/node_modules/b/c.js', '../boot.js', 'a/../../boot.js', '/boot.js', 'dist/boot.js', 'build/boot.js', 'out/boot.js']
  for (const path of foreign) {
    await check(`node --import ./${path} ${path}`, [path], null)
    await check(`node ${path} src/boot.js`, [path, 'src/boot.js'], 'src/boot.js')
  }
})
