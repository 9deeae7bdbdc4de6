import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type EnvironmentSources, readEnvironment } from '../../../../src/addons/astro/runtime/environment.ts'

const NAMES = ['LLM_API_KEY', 'LLM_MODEL', 'LLM_BASE_URL', 'ANALYTICS_KEY', 'ANALYTICS_HOST'] as const

/** Sets the variables for one test; without a value they are absent. */
function setVariables(t: TestContext, values: Readonly<Record<string, string>> = {}): void {
  const before = NAMES.map((name) => [name, process.env[name]] as const)
  const set = (name: string, value: string | undefined) => void (value === undefined ? delete process.env[name] : (process.env[name] = value))
  for (const name of NAMES) set(name, values[name])
  t.after(() => before.forEach(([name, value]) => set(name, value)))
}

function read(places: Partial<EnvironmentSources>, locals: object = {}) {
  return readEnvironment({ bindings: {}, getSecret: () => undefined, importMetaEnv: {}, ...places }, locals)
}

test('readEnvironment() takes each variable from the first source that has it, in the order of the contract', (t) => {
  const [first, second, third, fourth, fifth] = NAMES
  const all = (from: string) => Object.fromEntries(NAMES.map((name) => [name, from]))
  const without = (from: string, ...names: readonly string[]) => ({ ...all(from), ...Object.fromEntries(names.map((name) => [name, ' '])) })
  setVariables(t, without('process', first, second, fourth, fifth))
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

test('readEnvironment() skips sources that throw', (t) => {
  setVariables(t)
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

test('readEnvironment() takes only text, and only the variables of this program', (t) => {
  setVariables(t)
  const env = read({ bindings: { LLM_API_KEY: { fetch() {} }, LLM_MODEL: 5, DATABASE: 'x' }, importMetaEnv: { LLM_MODEL: 'm' } })
  assert.deepEqual(env, { LLM_MODEL: 'm' })
})
