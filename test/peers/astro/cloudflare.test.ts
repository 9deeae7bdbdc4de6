/**
 * The packed package on a plain Astro site under Cloudflare's adapter, in
 * workerd: in development, and as it is built. Starlight's MDX pages with
 * components can't be built for it by themselves.
 */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { modelServer } from '../../support/model-server.ts'
import { checkAnchors, checkAnswer, checkRoutes, leaveEarly, linksOf, searchingModel } from './contract.ts'
import { CLOUDFLARE, createProject, filesWith, type Project, until } from './project.ts'

const CANARY = 'sk-canary-0451'
const CONFIG = `import cloudflare from '@astrojs/cloudflare'
import ask from 'ask-service/astro'
import { defineConfig } from 'astro/config'

export default defineConfig({ adapter: cloudflare({ imageService: 'passthrough' }), integrations: [ask()] })
`
const CONTENT_CONFIG = `import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'

export const collections = { docs: defineCollection({ loader: glob({ base: './src/content/docs', pattern: '**/*.md' }) }) }
`
const PAGE = `---
import { getCollection, render } from 'astro:content'
export async function getStaticPaths() {
  const pages = await getCollection('docs', ({ data }) => data.draft !== true)
  return pages.map((entry) => ({ params: { id: entry.id === 'index' ? undefined : entry.id }, props: { entry } }))
}
const { Content } = await render(Astro.props.entry)
---
<html lang="en"><body><h1>{Astro.props.entry.data.title}</h1><Content /></body></html>
`
/** A route that looks where the service looks first, and is thrown at. */
const GETTER = `export const prerender = false
export function GET({ locals }) {
  try {
    return new Response(String(locals.runtime.env.LLM_API_KEY))
  } catch (error) {
    return new Response('throws: ' + error.message)
  }
}
`
let project: Project
before(() => {
  project = createProject(CLOUDFLARE, 'worker')
  for (const name of ['index.mdx', 'guides/parts.mdx']) rmSync(join(project.folder, 'src/content/docs', name))
  project.write('src/content/docs/index.md', '---\ntitle: Acme Lamps\n---\n\nAcme makes lamps.\n')
  project.write('src/content/docs/about.md', '---\ntitle: About\n---\n\nWho we are.\n')
  project.write('src/content.config.ts', CONTENT_CONFIG)
  project.write('src/pages/[...id].astro', PAGE)
  project.write('src/pages/getter.js', GETTER)
  project.write('astro.config.mjs', CONFIG)
  project.run(['ask', 'kg', 'build'])
})

test('an answer in development, with a key of .dev.vars', async (t) => {
  const model = await modelServer(t, searchingModel(false))
  project.write('.dev.vars', `LLM_API_KEY=${CANARY}\nLLM_BASE_URL=${model.url}/v1\nLLM_MODEL=stub\n`)
  const dev = await project.start('dev')
  try {
    assert.equal((await linksOf(`${dev.url}/api/ask`, 'change the bulb'))[0], '/guides/lamps/#change-the-bulb')
    await checkAnswer(`${dev.url}/api/ask`)
  } finally {
    await dev.stop()
  }
  assert.ok(model.requests.every(({ headers }) => headers.authorization === `Bearer ${CANARY}`))
})

test('a build that holds no key of .dev.vars, and says where keys belong', () => {
  const printed = project.run(['astro', 'build'])
  assert.match(printed, /LLM_API_KEY is set here but not part of the build/)
  assert.deepEqual(filesWith(join(project.folder, 'dist'), CANARY), [])
  rmSync(join(project.folder, '.dev.vars'))
})

test('every route in workerd, without a key', async () => {
  const worker = await project.start('worker')
  try {
    await checkRoutes(`${worker.url}/api/ask`)
    await checkAnchors(`${worker.url}/api/ask`)
    assert.match(await (await fetch(`${worker.url}/openapi.yaml`)).text(), /^openapi: 3\.1/)
    assert.match(await (await fetch(`${worker.url}/getter`)).text(), /^throws: /)
    assert.doesNotMatch(worker.printed(), /older than the content/)
  } finally {
    await worker.stop()
  }
})

test('an answer in workerd, with a key of its bindings', async (t) => {
  const env = { LLM_API_KEY: CANARY, LLM_MODEL: 'stub' }
  const model = await modelServer(t, searchingModel(false))
  const worker = await project.start('worker', { ...env, LLM_BASE_URL: `${model.url}/v1` })
  await checkAnswer(`${worker.url}/api/ask`).finally(worker.stop)
  assert.ok(model.requests.every(({ headers }) => headers.authorization === `Bearer ${CANARY}`))

  const endless = await modelServer(t, searchingModel(true))
  const other = await project.start('worker', { ...env, LLM_BASE_URL: `${endless.url}/v1` })
  try {
    await leaveEarly(`${other.url}/api/ask`)
    await until(async () => endless.underWay() === 0)
  } finally {
    await other.stop()
  }
})
