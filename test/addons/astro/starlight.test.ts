import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import askStarlight, { type StarlightSetup } from '../../../src/addons/astro/starlight.ts'

const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

/** What the plugin does to a configuration. */
function setUp(options = {}, components?: Record<string, string>, integrations: readonly string[] = []) {
  const lines: string[] = []
  const added: string[] = []
  const updates: Parameters<StarlightSetup['updateConfig']>[0][] = []
  askStarlight(options).hooks['config:setup']({
    config: components === undefined ? {} : { components },
    astroConfig: { integrations: integrations.map((name) => ({ name })) },
    updateConfig: (config) => void updates.push(config),
    addIntegration: ({ name }) => void added.push(name),
    logger: { warn: (message) => void lines.push(message) },
  })
  return { lines, added, update: updates[0] }
}

test('askStarlight() puts its button in place of the search, and adds the integration', () => {
  const { lines, added, update } = setUp({}, { Head: './Head.astro' })
  assert.deepEqual(update, { pagefind: false, components: { Head: './Head.astro', Search: 'ask-service/starlight/Search.astro' } })
  assert.deepEqual([added, lines], [['ask-service'], []])
  assert.ok(existsSync(new URL(`../../../${manifest.exports['./starlight/Search.astro']}`, import.meta.url)))
})

test('askStarlight() leaves a search of the owner, and an integration that is there', () => {
  const { lines, update } = setUp({}, { Search: './Search.astro' })
  assert.deepEqual([update?.components['Search'], lines.length], ['./Search.astro', 1])
  assert.deepEqual(setUp({}, undefined, ['ask-service']).added, [])
  assert.match(setUp({ endpoint: '/find' }, undefined, ['ask-service']).lines[0] ?? '', /no effect/)
})
