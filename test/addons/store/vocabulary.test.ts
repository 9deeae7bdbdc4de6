import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '../../../src/addons/store/store.ts'
import { createVocabulary, type Vocabulary } from '../../../src/addons/store/vocabulary.ts'

const HOUR_MS = 3_600_000
const FRAME = { word: 'fensterrahmen', term: 'fensterrahm\u0001' }
const NO_SIGNAL = new AbortController().signal

interface Trial {
  readonly vocabulary: Vocabulary
  readonly clock: { now: number }
  readonly state: { isPartial: boolean }
  readonly learn: (terms: readonly string[], words?: readonly string[], letters?: readonly string[]) => Promise<void>
}

function trial(): Trial {
  const [clock, state] = [{ now: 0 }, { isPartial: false }]
  const store: Pick<Store, 'frequencies' | 'corrections' | 'compounds'> = {
    frequencies: async () => new Map([['rout', 4]]),
    corrections: async () => ({ words: new Map([['rotues', ['routes']]]), isPartial: state.isPartial }),
    compounds: async () => ({ words: new Map([['rahm', [FRAME]]]), isPartial: false }),
  }
  const vocabulary = createVocabulary(store, () => clock.now)
  async function learn(terms: readonly string[], words: readonly string[] = [], letters: readonly string[] = []): Promise<void> {
    await vocabulary.terms.learn(terms, NO_SIGNAL)
    await vocabulary.corrections.learn(words, NO_SIGNAL)
    await vocabulary.compounds.learn(letters, NO_SIGNAL)
  }
  return { vocabulary, clock, state, learn }
}

test('a vocabulary keeps what it learned for an hour, what no section has too', async () => {
  const { vocabulary, clock, learn } = trial()
  await learn(['rout', 'nothing'], ['rotues', 'xyzzy'], ['rahm', 'xyzzy'])
  const known = () => [vocabulary.terms.get('rout'), vocabulary.terms.get('nothing'), vocabulary.corrections.get('rotues'), vocabulary.corrections.get('xyzzy'), vocabulary.compounds.get('rahm'), vocabulary.compounds.get('xyzzy')]
  assert.deepEqual(known(), [4, 0, ['routes'], [], [FRAME], []])
  clock.now = HOUR_MS - 1
  await learn([])
  assert.deepEqual(known(), [4, 0, ['routes'], [], [FRAME], []])
  clock.now = HOUR_MS
  await learn([])
  assert.deepEqual(known(), Array(6).fill(undefined))
})

test('corrections without those of a missing shard are kept for ten seconds', async () => {
  const { vocabulary, clock, state, learn } = trial()
  state.isPartial = true
  await learn([], ['rotues'])
  clock.now = 9_999
  await learn([])
  assert.deepEqual(vocabulary.corrections.get('rotues'), ['routes'])
  clock.now = 10_000
  state.isPartial = false
  await learn([], ['rotues'])
  clock.now = 30_000
  await learn([])
  assert.deepEqual(vocabulary.corrections.get('rotues'), ['routes'])
})

test('a replaced page makes a vocabulary forget what it may have changed, but for frequencies of words that sections have', async () => {
  const { vocabulary, learn } = trial()
  await learn(['rout', 'nothing'], ['rotues'], ['rahm'])
  for (const lookUp of Object.values(vocabulary)) lookUp.revise()
  const { terms, corrections, compounds } = vocabulary
  assert.deepEqual([terms.get('rout'), terms.get('nothing'), corrections.get('rotues'), compounds.get('rahm')], [4, undefined, undefined, undefined])
})

test('the terms that were learned first are forgotten first', async () => {
  const { vocabulary, learn } = trial()
  await learn(Array.from({ length: 100_000 }, (_, i) => `t${i}`))
  await learn(['rout'])
  assert.deepEqual([vocabulary.terms.get('t0'), vocabulary.terms.get('t1'), vocabulary.terms.get('rout')], [undefined, 0, 4])
})
