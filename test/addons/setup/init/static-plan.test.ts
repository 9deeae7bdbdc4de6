import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planStatic } from '../../../../src/addons/setup/init/static-plan.ts'
import { recognizeSite } from '../../../../src/addons/setup/project/recognize-site.ts'
import { folderOf } from '../../../support/site.ts'

test('planStatic() builds the pages by the script for documentation, else by the command of the generator', async () => {
  const rows: readonly (readonly [files: Record<string, string>, manifest: object, command: string])[] = [
    [{ 'docusaurus.config.js': '', 'yarn.lock': '' }, {}, 'yarn run docusaurus build'],
    [{ 'docs/.vitepress/config.ts': '', 'pnpm-lock.yaml': '' }, { scripts: { build: 'x' } }, 'pnpm exec vitepress build docs'],
    [{ 'docs/.vitepress/config.ts': '', 'bun.lock': '' }, { scripts: { 'docs:build': 'x' } }, 'bun run docs:build'],
    [{ 'mkdocs.yml': '' }, { scripts: { build: 'x' } }, 'mkdocs build'],
    [{ 'docs/source/conf.py': "project = 'x'" }, {}, 'sphinx-build docs/source docs/build/html'],
  ]
  for (const [files, manifest, command] of rows) {
    const site = await recognizeSite(await folderOf({ ...files, 'package.json': JSON.stringify(manifest) }))
    const copy = { folder: '/ask', version: '1.0.0', isCompiled: true }
    const { steps } = await planStatic({ site: site!, copy, readText: async () => null, isFolder: async () => false })
    assert.equal(steps.at(-1)!.command.split(' && ')[0], command)
  }
})
