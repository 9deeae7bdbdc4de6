import assert from 'node:assert/strict'
import { readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { decodeSettings, readSettings } from '../../../src/cli/command-line/settings-file.ts'
import { GENERATOR_RULE } from '../../../src/core/content/generators/profiles.ts'
import { ANSWER_LIMITS, type Limit, LIMITS, SERVER_LIMITS } from '../../../src/core/settings.ts'
import { folderOf } from '../../support/site.ts'

test('readSettings() reads ask.json, or the member of package.json', async () => {
  const own = await folderOf({ 'ask.json': '{ "$schema": "x", "content": "docs", "limits": { "answersPerDay": 5, "answer": { "maxSteps": 2 } } }', 'package.json': '{}' })
  const { file, settings } = (await readSettings(own))!
  assert.deepEqual([file, settings.content, settings.limits?.answer?.maxSteps], ['ask.json', 'docs', 2])
  const member = await folderOf({ 'package.json': '{ "ask": { "base": "/docs" } }' })
  assert.deepEqual(await readSettings(member), { file: 'package.json', settings: { base: '/docs' } })
  for (const files of [{}, { 'package.json': '{}' }, { 'package.json': '{ broken' }]) assert.equal(await readSettings(await folderOf(files)), null)
})

test('readSettings() refuses two places, broken JSON, and a link out of the project', async () => {
  await assert.rejects(readSettings(await folderOf({ 'ask.json': '{}', 'package.json': '{ "ask": {} }' })), /both have settings/)
  await assert.rejects(readSettings(await folderOf({ 'ask.json': '{\n  "port": 1,\n}' })), /ask\.json:3: not JSON: correct it/)
  await assert.rejects(readSettings(await folderOf({ 'ask.json': '{\n' })), /ask\.json:2: not JSON/)
  await assert.rejects(readSettings(await folderOf({ 'ask.json': '// Docs\n{\n}\n' })), /ask\.json: not JSON/)
  const folder = await folderOf({ 'ask.json': '{ "content": "docs" }' })
  await symlink(await folderOf({}), join(folder, 'docs'))
  await assert.rejects(readSettings(folder), /leads out of the project/)
})

const refused = (value: unknown, message: RegExp) => {
  test(`decodeSettings() refuses ${JSON.stringify(value)}`, () => assert.throws(() => decodeSettings(value, 'ask.json'), message))
}

refused([], /^AskError: ask\.json: the settings must be an object|must be an object/)
refused({ contnet: 'docs' }, /there is no setting "contnet": did you mean content\?/)
refused({ port: 8080 }, /there is no setting "port": there are content, base/)
for (const name of ['apiKey', 'LLM_API_KEY', 'llm_model', 'headers', 'allowedHosts', 'token']) refused({ [name]: 'x' }, /must not be in a file/)
refused({ content: '../docs' }, /content must be a path inside the project/)
refused({ content: '/docs' }, /inside the project/)
refused({ content: 'C:\\docs' }, /inside the project/)
refused({ kgPath: 'a/../../b' }, /kgPath must be a path inside/)
refused({ content: '' }, /content must be a text/)
refused({ siteTitle: 3 }, /siteTitle must be a text, not 3/)
refused({ generator: 'gatsby' }, /generator must be one of docusaurus, .*, plain, not "gatsby"/)
refused({ endpoint: 'ftp://a.dev' }, /endpoint must be an address/)
refused({ endpoint: 'https://me:secret@a.dev' }, /without a password/)
refused({ limits: 3 }, /limits must be an object/)
refused({ limits: { answerPerDay: 3 } }, /limits: there is no setting "answerPerDay": did you mean answersPerDay\?/)
refused({ limits: { answersPerDay: 0 } }, /limits\.answersPerDay must be a whole number from 1 to 1000000, not 0/)
refused({ limits: { answer: { maxSteps: 1.5 } } }, /limits\.answer\.maxSteps must be a whole number/)
refused({ limits: { constructor: 1 } }, /there is no setting "constructor"/)
refused({ limits: { answer: 4 } }, /limits\.answer must be an object/)
refused({ server: { headerMs: 1 } }, /server: there is no setting "headerMs": did you mean headersMs\?/)
refused({ server: { maxHeaders: 15 } }, /server\.maxHeaders must be a whole number from 16 to 1000, not 15/)
refused({ server: { idleMs: 19_999 } }, /server\.idleMs must be a whole number from 20000 to 3600000, not 19999/)
refused({ server: { headersMs: 16_000 } }, /ask\.json: server\.headersMs is part of server\.requestMs and can't be longer: raise both/)
refused({ budgetFile: '/var/lib/ask/budget' }, /budgetFile must be a path inside the project/)
refused({ questionLogContent: 'all' }, /questionLogContent must be redacted or full, not "all"/)
refused({ instructions: 'x'.repeat(1_001) }, /instructions must be at most 1000 characters, not "x{79}…$/)
refused({ questionLogDays: 0 }, /questionLogDays must be a whole number from 1 to 3650, not 0/)
refused({ metricsHost: '' }, /metricsHost must be a text/)
refused({ remoteImages: 'yes' }, /remoteImages must be true or false, not "yes"/)
refused({ trailingSlash: 'no' }, /trailingSlash must be true or false, not "no"/)
refused({ defaultLang: 'german!' }, /defaultLang must be a language tag such as en or pt-BR, not "german!"/)
refused({ locales: ['fr'] }, /locales must be such as \{"fr":"fr"\}, not \["fr"\]/)
refused({ locales: { fr: 1 } }, /locales must be such as/)
refused({ weight: { 'legacy/**': 11 } }, /weight must be a number from 0\.1 to 10 for each pattern, not \{"legacy/)
refused({ contact: 'our team' }, /contact must be a web or mail address/)
refused({ tokensPerDay: 1 }, /there is no setting "tokensPerDay": did you mean limits\.tokensPerDay\?/)
refused({ maxHeaders: 1 }, /there is no setting "maxHeaders": did you mean server\.maxHeaders\?/)
refused({ metricHost: '::1' }, /there is no setting "metricHost": did you mean metricsHost\?/)

test('decodeSettings() takes every setting that serve has besides its flags', () => {
  const server = { maxConnections: 1, graceMs: 0, headersMs: 16_000, requestMs: 16_000, maxHeaders: 1_000 }
  const settings = { budgetFile: '.service/budget', questionLogContent: 'full', questionLogDays: 90, metricsHost: '::1', remoteImages: true, server }
  assert.deepEqual(decodeSettings({ $schema: 'x', ...settings }, 'ask.json'), settings)
})

test('ask.schema.json describes what is read', async () => {
  const { properties } = JSON.parse(await readFile(new URL('../../../ask.schema.json', import.meta.url), 'utf8'))
  assert.deepEqual(Object.keys(properties), [
    '$schema', 'content', 'base', 'kgPath', 'endpoint', 'siteTitle', 'trailingSlash', 'defaultLang', 'defaultVersion',
    'locales', 'weight', 'generator', 'instructions', 'contact', 'budgetFile', 'questionLogContent',
    'questionLogDays', 'metricsHost', 'remoteImages', 'limits', 'server',
  ])
  assert.equal(`must be one of ${properties.generator.enum.join(', ')}`, GENERATOR_RULE)
  const { answer, ...limits } = properties.limits.properties
  for (const [described, table] of [[limits, LIMITS], [answer.properties, ANSWER_LIMITS], [properties.server.properties, SERVER_LIMITS]]) {
    const ranges = Object.entries<Limit>(table).map(([name, { range: [minimum, maximum], help }]) => [name, { type: 'integer', minimum, maximum, description: `${help}.` }])
    assert.deepEqual(described, Object.fromEntries(ranges))
  }
})
