/** The package itself: the same bytes from the same sources, and nothing in it that no user needs. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
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

test('the package holds the program, its declarations and its documents, one Astro component, and no other sources or files', () => {
  const names = execFileSync('tar', ['-tzf', first], { encoding: 'utf8' }).trim().split('\n')
  const others = names.filter((name) => !/^package\/dist\/[\w/.-]+(?:\.d\.ts|\.js)$/.test(name))
  const docs = readdirSync(new URL('../../../docs/', import.meta.url)).filter((name) => !/\.(?:png|jsonl)$/.test(name))
  const documents = [...docs.map((name) => `docs/${name}`), 'CHANGELOG.md', 'LICENSE', 'README.md', 'ask.schema.json', 'bin/ask.js', 'openapi.yaml', 'package.json', 'src/addons/astro/Search.astro']
  assert.deepEqual(others.sort(), documents.map((name) => `package/${name}`).sort())
})

test('the package depends on no other and runs no script when it is installed', () => {
  const manifest = JSON.parse(execFileSync('tar', ['-xzOf', first, 'package/package.json'], { encoding: 'utf8' }))
  for (const field of ['dependencies', 'optionalDependencies', 'peerDependencies', 'bundleDependencies']) {
    assert.equal(manifest[field], undefined, field)
  }
  for (const script of ['preinstall', 'install', 'postinstall', 'prepare']) assert.equal(manifest.scripts[script], undefined, script)
})
