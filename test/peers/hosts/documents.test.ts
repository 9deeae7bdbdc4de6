/** The documents show what is run here, to the letter. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { HOSTS, identify } from './hosts.ts'

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const document = readFileSync(path('../../../docs/mounting.md'), 'utf8')
/** What mounts the service; all else of a project is the host's own, or says how it is run here. */
const MOUNTS = /(?:ask|server|route|worker|\[\.\.\.path\]\/\+server|\[\.\.\.path\]|index)\.js$/

const files = readdirSync(path('apps'), { recursive: true, encoding: 'utf8' })

for (const file of files.filter((file) => MOUNTS.test(file))) {
  test(`docs/mounting.md shows apps/${file}`, () => {
    const text = readFileSync(join(path('apps'), file), 'utf8').trim()
    assert.ok(document.includes(`\n${text}\n`), text)
  })
}

test('docs/mounting.md names the versions that are run', () => {
  for (const { name, version } of HOSTS.flatMap(({ packages }) => packages.map(identify))) {
    assert.ok(document.includes(`${name} ${version}`), `${name} ${version}`)
  }
})
