/** The workflows that the docs show: their commands are run in a project, as its host would. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import { PROGRAM } from '../support/program.ts'
import { folderOf } from '../support/site.ts'

// A static index needs the modules for pages, too.
execFileSync(process.execPath, ['bin/build-overlay.js', join(PROGRAM, '../../dist/overlay.js')])
const [, section = ''] = readFileSync('docs/static-sites.md', 'utf8').split('\n## In a workflow\n')
const workflows = Array.from(section.split('\n## ')[0]!.matchAll(/```yaml\n([^]*?)```/g), ([, yaml = '']) => yaml)
/** Steps that run in a shell. */
const COMMANDS = /^ +- (?:run: )?(np[mx] .+)$/gm

/** What the workflow of the host needs of a project; npm has nothing to install in it. */
const project = (link: string) => ({
  'package.json': '{ "scripts": { "build": "node build.js" } }',
  'package-lock.json': '{ "lockfileVersion": 3, "packages": { "": {} } }',
  'build.js': `const fs = require('fs'); fs.mkdirSync('dist'); fs.writeFileSync('dist/index.html', '<title>A</title><main><h1>A</h1><p>Routes.</p></main>')`,
  'docs/index.md': `# A\n\nRoutes, and [more](${link}).\n`,
  'docs/more.md': '# More\n\n## Slashes\n\nText.\n',
  'bin/npx': `#!/bin/sh\n[ "$1" = ask-service ] && shift && exec "${process.execPath}" "${PROGRAM}" "$@"\n`,
})

async function run(workflow: string, link: string) {
  const folder = await folderOf(project(link))
  await chmod(join(folder, 'bin/npx'), 0o755)
  const commands = Array.from(workflow.matchAll(COMMANDS), ([, command = '']) => command)
  assert.equal(commands.length, 5)
  const env = { ...process.env, PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter) }
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', commands.join('\n')], { cwd: folder, env, encoding: 'utf8' })
  return { status, text: stdout + stderr, hasSearch: existsSync(join(folder, 'dist/_ask/index.json')) }
}

for (const [at, workflow] of workflows.entries()) {
  test(`workflow ${at + 1} publishes a site whose links lead on`, { skip: process.platform === 'win32' }, async () => {
    const { status, text, hasSearch } = await run(workflow, 'more.md#slashes')
    assert.equal(status, 0, text)
    assert.ok(hasSearch)
  })

  test(`workflow ${at + 1} fails where a link leads nowhere`, { skip: process.platform === 'win32' }, async () => {
    const { status, text, hasSearch } = await run(workflow, 'more.md#nothing')
    assert.equal(status, 1, text)
    assert.match(text, /nothing/)
    assert.ok(!hasSearch)
  })
}

test('the docs show two workflows', () => assert.equal(workflows.length, 2))
