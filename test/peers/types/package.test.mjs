/** The package itself: the same bytes from the same sources, and nothing in it that no user needs. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, test } from 'node:test'
import { packAnew, packCheckout } from '../packing.mjs'

const first = packCheckout()

test('two packages of the same sources are the same bytes, whatever the umask', () => {
  const umask = process.umask(0o077)
  try {
    assert.deepEqual(readFileSync(packAnew()), readFileSync(first))
  } finally {
    process.umask(umask)
  }
})

test('every file of the package has its checksum, which sha256sum confirms, and stands in its SPDX list', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ask-package-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  execFileSync('tar', ['-xzf', first, '-C', folder, '--strip-components=1'])
  execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: folder })
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).filter((path) => path !== 'SHA256SUMS')
  const summed = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n').map((line) => line.slice(66))
  assert.deepEqual(summed, paths.sort())
  const listed = JSON.parse(readFileSync(join(folder, 'ask.spdx.json'), 'utf8')).files.map(({ fileName }) => fileName.slice(2))
  assert.deepEqual(listed, summed.filter((path) => path !== 'ask.spdx.json'))
})

test('the package holds the program, its declarations and its documents, one Astro component, and no other sources or files', () => {
  const names = execFileSync('tar', ['-tzf', first], { encoding: 'utf8' }).trim().split('\n')
  const others = names.filter((name) => !/^package\/dist\/[\w/.-]+(?:\.d\.ts|\.js)$/.test(name))
  const docs = readdirSync(new URL('../../../docs/', import.meta.url)).filter((name) => !/\.(?:png|jsonl)$/.test(name))
  const documents = [...docs.map((name) => `docs/${name}`), 'CHANGELOG.md', 'LICENSE', 'README.md', 'SHA256SUMS', 'ask.schema.json', 'ask.spdx.json', 'bin/ask.js', 'openapi.yaml', 'package.json', 'src/addons/astro/Search.astro']
  assert.deepEqual(others.sort(), documents.map((name) => `package/${name}`).sort())
})

test('the package depends on no other and runs no script when it is installed', () => {
  const manifest = JSON.parse(execFileSync('tar', ['-xzOf', first, 'package/package.json'], { encoding: 'utf8' }))
  for (const field of ['dependencies', 'optionalDependencies', 'peerDependencies', 'bundleDependencies']) {
    assert.equal(manifest[field], undefined, field)
  }
  for (const script of ['preinstall', 'install', 'postinstall', 'prepare']) assert.equal(manifest.scripts[script], undefined, script)
})
