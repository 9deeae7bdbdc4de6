import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '../../../src/addons/store/store.ts'
import { createVocabulary, type Vocabulary } from '../../../src/addons/store/vocabulary.ts'

const HOUR_MS = 3_600_000
const NO_SIGNAL = new AbortController().signal

interface Trial {
  readonly vocabulary: Vocabulary
  readonly clock: { now: number }
  readonly state: { isPartial: boolean }
  readonly learn: (terms: readonly string[], words?: readonly string[]) => Promise<void>
}

function trial(): Trial {
  const [clock, state] = [{ now: 0 }, { isPartial: false }]
  const store: Pick<Store, 'frequencies' | 'corrections'> = {
    frequencies: async () => new Map([['rout', 4]]),
    corrections: async () => ({ words: new Map([['rotues', ['routes']]]), isPartial: state.isPartial }),
  }
  const vocabulary = createVocabulary(store, () => clock.now)
  const learn = (terms: readonly string[], words: readonly string[] = []) =>
    vocabulary.learn({ terms: new Set(terms), words: new Set(words) }, NO_SIGNAL)
  return { vocabulary, clock, state, learn }
}

test('a vocabulary keeps what it learned for an hour, what no section has too', async () => {
  const { vocabulary, clock, learn } = trial()
  await learn(['rout', 'nothing'], ['rotues', 'xyzzy'])
  const known = () => [vocabulary.frequencyOf('rout'), vocabulary.frequencyOf('nothing'), vocabulary.correctionsOf('rotues'), vocabulary.correctionsOf('xyzzy')]
  assert.deepEqual(known(), [4, 0, ['routes'], []])
  clock.now = HOUR_MS - 1
  await learn([])
  assert.deepEqual(known(), [4, 0, ['routes'], []])
  clock.now = HOUR_MS
  await learn([])
  assert.deepEqual(known(), [undefined, undefined, undefined, undefined])
})

test('corrections without those of a missing shard are kept for ten seconds', async () => {
  const { vocabulary, clock, state, learn } = trial()
  state.isPartial = true
  await learn([], ['rotues'])
  clock.now = 9_999
  await learn([])
  assert.deepEqual(vocabulary.correctionsOf('rotues'), ['routes'])
  clock.now = 10_000
  state.isPartial = false
  await learn([], ['rotues'])
  clock.now = 30_000
  await learn([])
  assert.deepEqual(vocabulary.correctionsOf('rotues'), ['routes'])
})

test('the terms that were learned first are forgotten first', async () => {
  const { vocabulary, learn } = trial()
  await learn(Array.from({ length: 100_000 }, (_, i) => `t${i}`))
  await learn(['rout'])
  assert.deepEqual([vocabulary.frequencyOf('t0'), vocabulary.frequencyOf('t1'), vocabulary.frequencyOf('rout')], [undefined, 0, 4])
})
