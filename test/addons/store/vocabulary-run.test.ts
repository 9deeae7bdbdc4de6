import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLookups } from '../../../src/addons/store/vocabulary-run.ts'
import { findCorrections } from '../../../src/core/search/query/correction.ts'
import { stringsOf } from '../../../src/core/search/strings/front-coded-dictionary.ts'
import { createAnalyze } from '../../../src/core/text/analyze.ts'
import { collection } from '../../support/index-samples.ts'
import { createRandom } from '../../support/random.ts'
import { buildColumns } from '../../support/search-index.ts'

test('a string is added to the lookups once', () => {
  const { addTerm, addBeginning, addNear, terms, near } = createLookups()
  assert.deepEqual([addTerm('rout'), addTerm('rout'), addBeginning('rou'), addBeginning('rou')], [true, false, true, false])
  assert.deepEqual([addNear('rotuing'), addNear('rotuing')], [true, false])
  assert.deepEqual([terms(), near()], [['rout'], ['rotuing']])
})

test('lookups find terms, words with a beginning, and nothing else', () => {
  const { addTerm, addBeginning, mayFind } = createLookups()
  addTerm('rout')
  addBeginning('conf')
  assert.equal(mayFind('routes', 'rout'), true)
  assert.equal(mayFind('configuring', 'configur'), true)
  assert.equal(mayFind('island', 'island'), false)
})

test('lookups find every word that a typo is corrected to', () => {
  const index = buildColumns([...collection(createRandom(3), 80), { id: 'x', page: 'x', title: 'Über Größe', text: 'Größenänderung der Seiten', lang: 'de' }])
  const terms = stringsOf(index.terms)
  const words = [...stringsOf(index.words), ...terms]
  const analyze = createAnalyze()
  let found = 0
  for (const word of words) {
    for (const typo of [word.slice(1), `${word}x`, word.slice(0, 2) + word.slice(3), `z${word.slice(1)}`]) {
      const [typed] = analyze(typo).map((token) => token.word)
      if (typed === undefined) continue
      const { addNear, mayFind } = createLookups()
      addNear(typed)
      for (const correction of findCorrections(index.lexicon, typed)) {
        found += 1
        assert.ok(mayFind(correction.word, terms[correction.term] ?? ''), `${typed}: ${correction.word}`)
      }
    }
  }
  assert.ok(found > 100)
})
