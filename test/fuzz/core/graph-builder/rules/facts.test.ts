import { test } from 'node:test'
import { findFacts } from '../../../../../src/core/graph-builder/rules/facts.ts'
import { chunk } from '../../../../support/chunk.ts'
import { rounds } from '../../../../support/fuzz.ts'
import { createRandom } from '../../../../support/random.ts'

test('findFacts() finds the form of any code whatever its letters', () => {
  const random = createRandom(29)
  for (const alphabet of ['aA', 'aA!', 'a_', 'a.', 'a-A', "'|a ", '[].a', '1.x', '<a>', '@a/', 'a:', '-a', 'A_0']) {
    for (let round = rounds(50); round > 0; round -= 1) {
      const code = `a${random.text([...alphabet], 180)}\u2603`
      findFacts(chunk(`\`${code}\` \`${alphabet.repeat(190 / alphabet.length)}\u2603\``))
    }
  }
})
