import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { exportCommand } from '../../../src/cli/addons/agents/export.ts'
import { parseArguments, withSettings } from '../../../src/cli/command-line/arguments.ts'
import { contentSettings, openSource } from '../../../src/cli/source/content.ts'
import { temporaryFolder } from '../../support/site.ts'

const COMMAND = { name: 'export', ...exportCommand }

test('openSource() says where a missing folder was looked for, or that it comes from the settings', async () => {
  const missing = join(await temporaryFolder(), 'dist')
  const file = { file: 'ask.json', settings: { content: missing } }
  const args = withSettings(parseArguments(COMMAND, ['--out', 'x']), COMMAND, file)
  await assert.rejects(openSource(missing, args), {
    code: 'content',
    message: `There is no folder ${missing}, which is \`content\` in ask.json: if it is the output of your generator, build the site first; or give the folder of your pages`,
  })
  await assert.rejects(openSource(`${missing}-other`, args), { code: 'content', message: `There is no folder ${missing}-other` })
  await assert.rejects(openSource('no/such', args), { message: `There is no folder no/such in ${process.cwd()}` })
})

test('contentSettings() has the settings of the project for its own folder, which flags override', () => {
  const settings = { content: 'docs', trailingSlash: false, defaultLang: 'de', defaultVersion: '2', locales: { fr: 'fr' }, weight: { 'a,b/*': 2 } }
  const read = (...argv: readonly string[]) => {
    const args = withSettings(parseArguments(COMMAND, ['--out', 'x', ...argv]), COMMAND, { file: 'ask.json', settings })
    const { trailingSlash, defaultLang, defaultVersion, locales, weights } = contentSettings(args)
    return [trailingSlash, defaultLang, defaultVersion, locales, weights]
  }
  assert.deepEqual(read(), [false, 'de', '2', { fr: 'fr' }, [{ pattern: 'a,b/*', weight: 2 }]])
  assert.deepEqual(read('other'), [true, null, null, null, []])
  const flags = ['--default-lang', 'en', '--default-version', '3', '--locales', 'none', '--weight', 'c=3']
  assert.deepEqual(read(...flags), [false, 'en', '3', {}, [{ pattern: 'c', weight: 3 }]])
})
