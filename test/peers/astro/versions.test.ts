/**
 * The packed package in a fresh Starlight site, on each version of Astro, with
 * one line of configuration: in development and in production, without a key and
 * with a model.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { modelServer } from '../../support/model-server.ts'
import { checkAnchors, checkAnswer, checkRoutes, leaveEarly, linksOf, searchingModel } from './contract.ts'
import { createProject, filesWith, type Running, until, VERSIONS } from './project.ts'

const CANARY = 'sk-canary-0451'
const STALE = /older than the content/

async function checkPages({ url }: Running, hasMarkdown: boolean): Promise<void> {
  const html = await (await fetch(`${url}/guides/lamps/`)).text()
  const scripts = [...html.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, src]) => src!)
  const texts = await Promise.all(scripts.map(async (src) => (await fetch(url + src)).text()))
  assert.ok(texts.some((text) => /ask-overlay|virtual:ask-service\/overlay/.test(text)), `no overlay among ${scripts.join(' ')}`)
  const openapi = await fetch(`${url}/openapi.yaml`)
  assert.equal(openapi.status, 200)
  assert.match(await openapi.text(), /^openapi: 3\.1/)
  if (!hasMarkdown) return
  const markdown = await fetch(`${url}/guides/lamps.md`)
  assert.deepEqual([markdown.status, markdown.headers.get('content-type')?.split(';')[0]], [200, 'text/markdown'])
  assert.match(await markdown.text(), /^# [^\n]+\n\nAddress: \/guides\/lamps\/\n/)
  assert.match(await (await fetch(`${url}/llms.txt`)).text(), /\(\/guides\/lamps\.md\)/)
  assert.match(await (await fetch(`${url}/llms-full.txt`)).text(), /^Address: \/guides\/lamps\/$/m)
  assert.equal((await fetch(`${url}/guides/none.md`)).status, 404)
}

for (const version of VERSIONS) {
  test(`the service is at home on Astro ${version.name}`, async (t) => {
    const project = createProject(version, 'home')
    project.configure({ ask: null })
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

    await t.test('a first result in development, without a key', async () => {
      const started = performance.now()
      project.configure({})
      const dev = await project.start('dev')
      const links = await linksOf(`${dev.url}/api/ask`, 'change the bulb')
      t.diagnostic(`install ${seconds(project.installMs)}, from the line to the first result ${seconds(performance.now() - started)}`)
      await dev.stop()
      assert.equal(links[0], '/guides/lamps/#change-the-bulb')
    })

    await t.test('a graph of the project by itself', () => {
      assert.match(project.run(['ask', 'kg', 'build']), /Sections/)
      assert.match(project.run(['ask', 'kg', 'check']), /matches the content: \d+ sections checked/)
    })

    await t.test('every route in development, and what changes is served', async () => {
      const dev = await project.start('dev')
      try {
        await checkRoutes(`${dev.url}/api/ask`)
        await checkAnchors(`${dev.url}/api/ask`)
        await checkPages(dev, Number(version.name) >= 7)
        assert.doesNotMatch(dev.printed(), STALE)
        project.write('src/content/docs/added.md', '---\ntitle: Added\n---\n\nA chandelier.\n')
        await until(async () => (await linksOf(`${dev.url}/api/ask`, 'chandelier'))[0] === '/added/')
        const graph = JSON.parse(readFileSync(join(project.folder, '.service/kg.json'), 'utf8'))
        project.write('.service/kg.json', JSON.stringify({ ...graph, suggestions: ['Is it watched?'] }))
        await until(async () => (await (await fetch(`${dev.url}/api/ask`)).text()).includes('Is it watched?'))
      } finally {
        await dev.stop()
        project.write('src/content/docs/added.md', '---\ntitle: Added\ndraft: true\n---\n')
        project.run(['ask', 'kg', 'build'])
      }
    })

    await t.test('an answer in development, with a key of .env', async (u) => {
      const model = await modelServer(u, searchingModel(false))
      project.write('.env', `LLM_API_KEY=${CANARY}\nLLM_BASE_URL=${model.url}/v1\nLLM_MODEL=stub\n`)
      const dev = await project.start('dev')
      await checkAnswer(`${dev.url}/api/ask`).finally(dev.stop)
      assert.ok(model.requests.every(({ headers }) => headers.authorization === `Bearer ${CANARY}`))
    })

    await t.test('a build that holds no key, and says where keys belong', () => {
      const printed = project.run(['astro', 'build'], { LLM_API_KEY: CANARY })
      assert.match(printed, /LLM_API_KEY is set here but not part of the build/)
      assert.deepEqual(filesWith(join(project.folder, 'dist'), CANARY), [])
    })

    await t.test('every route in production, without a key', async () => {
      const server = await project.start('server')
      try {
        await checkRoutes(`${server.url}/api/ask`)
        t.diagnostic(`${await checkAnchors(`${server.url}/api/ask`)} sections, each link opens its heading`)
        await checkPages(server, Number(version.name) >= 7)
        assert.doesNotMatch(server.printed(), STALE)
      } finally {
        await server.stop()
      }
    })

    await t.test('an answer in production streams, and ends with its reader', async (u) => {
      const env = { LLM_API_KEY: 'k-1', LLM_MODEL: 'stub' }
      let isEndless = false
      const model = await modelServer(u, (request) => searchingModel(isEndless)(request))
      const server = await project.start('server', { ...env, LLM_BASE_URL: `${model.url}/v1` })
      try {
        await checkAnswer(`${server.url}/api/ask`)
        isEndless = true
        await leaveEarly(`${server.url}/api/ask`)
        await until(async () => model.underWay() === 0)
      } finally {
        await server.stop()
      }
    })
  })
}
