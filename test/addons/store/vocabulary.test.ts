import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '../../../src/addons/store/store.ts'
import { createVocabulary, type Vocabulary } from '../../../src/addons/store/vocabulary.ts'

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
    frequencies: async () => ({ words: new Map([['rout', 4]]), isPartial: state.isPartial }),
    corrections: async () => ({ words: new Map([['rotues', ['routes']]]), isPartial: state.isPartial }),
    compounds: async () => ({ words: new Map([['rahm', [FRAME]]]), isPartial: state.isPartial }),
  }
  const vocabulary = createVocabulary(store, () => clock.now)
  async function learn(terms: readonly string[], words: readonly string[] = [], letters: readonly string[] = []): Promise<void> {
    await vocabulary.terms.learn(terms, NO_SIGNAL)
    await vocabulary.corrections.learn(words, NO_SIGNAL)
    await vocabulary.compounds.learn(letters, NO_SIGNAL)
  }
  return { vocabulary, clock, state, learn }
}

test('a vocabulary keeps what it learned, what no section has too', async () => {
  const { vocabulary: { terms, corrections, compounds }, clock, learn } = trial()
  await learn(['rout', 'nothing'], ['rotues', 'xyzzy'], ['rahm', 'xyzzy'])
  clock.now = 1e9
  await learn([])
  assert.deepEqual([terms.get('rout'), terms.get('nothing'), terms.get('other')], [4, 0, undefined])
  assert.deepEqual([corrections.get('rotues'), corrections.get('xyzzy')], [['routes'], []])
  assert.deepEqual([compounds.get('rahm'), compounds.get('xyzzy')], [[FRAME], []])
})

test('what lacks that of a missing shard is kept for ten seconds', async () => {
  const { vocabulary: { terms, corrections, compounds }, clock, state, learn } = trial()
  const known = () => [terms.get('rout'), corrections.get('rotues'), compounds.get('rahm'), terms.isPartial('rout')]
  state.isPartial = true
  await learn(['rout'], ['rotues'], ['rahm'])
  clock.now = 9_999
  assert.deepEqual(known(), [4, ['routes'], [FRAME], true])
  clock.now = 10_000
  assert.deepEqual(known(), [undefined, undefined, undefined, true])
  state.isPartial = false
  await learn(['rout'], ['rotues'], ['rahm'])
  clock.now = 30_000
  assert.deepEqual(known(), [4, ['routes'], [FRAME], false])
})

test('the terms that were learned first are forgotten first', async () => {
  const { vocabulary, learn } = trial()
  await learn(Array.from({ length: 100_000 }, (_, i) => `t${i}`))
  await learn(['rout'])
  assert.deepEqual([vocabulary.terms.get('t0'), vocabulary.terms.get('t1'), vocabulary.terms.get('rout')], [undefined, 0, 4])
})
