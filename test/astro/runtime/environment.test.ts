import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type EnvironmentSources, readEnvironment } from '../../../src/astro/runtime/environment.ts'

const NAMES = ['LLM_API_KEY', 'LLM_MODEL', 'LLM_BASE_URL', 'ANALYTICS_KEY', 'ANALYTICS_HOST'] as const
const before = NAMES.map((name) => [name, process.env[name]] as const)
after(() => {
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
})

function read(places: Partial<EnvironmentSources>, locals: object = {}) {
  return readEnvironment({ bindings: {}, getSecret: () => undefined, importMetaEnv: {}, ...places }, locals)
}

test('readEnvironment() takes each variable from the first source that has it, in the order of the contract', () => {
  const [first, second, third, fourth, fifth] = NAMES
  const all = (from: string) => Object.fromEntries(NAMES.map((name) => [name, from]))
  const without = (from: string, ...names: readonly string[]) => ({ ...all(from), ...Object.fromEntries(names.map((name) => [name, ' '])) })
  Object.assign(process.env, without('process', first, second, fourth, fifth))
  const env = read(
    {
      bindings: without('bindings', first, third, fourth, fifth),
      getSecret: (name) => (name === fourth ? 'secret' : name === fifth ? '' : 'never'),
      importMetaEnv: all('built'),
    },
    { runtime: { env: without('runtime', second, third, fourth, fifth) } },
  )
  assert.deepEqual(NAMES.map((name) => env[name]), ['runtime', 'bindings', 'process', 'secret', 'built'])
})

test('readEnvironment() skips sources that throw', () => {
  for (const name of NAMES) delete process.env[name]
  const locals = {
    get runtime(): never {
      throw new Error('removed')
    },
  }
  const inner = {
    runtime: {
      get env(): never {
        throw new Error('removed')
      },
    },
  }
  const getSecret = () => {
    throw new Error('no secrets here')
  }
  for (const given of [locals, inner]) assert.equal(read({ getSecret, importMetaEnv: { LLM_API_KEY: 'k' } }, given)['LLM_API_KEY'], 'k')
})

test('readEnvironment() takes only text, and only the variables of this program', () => {
  const env = read({ bindings: { LLM_API_KEY: { fetch() {} }, LLM_MODEL: 5, DATABASE: 'x' }, importMetaEnv: { LLM_MODEL: 'm' } })
  assert.deepEqual(env, { LLM_MODEL: 'm' })
})
