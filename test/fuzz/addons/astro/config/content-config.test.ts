import { test } from 'node:test'
import { readContentConfig } from '../../../../../src/addons/astro/config/content-config.ts'
import { checkGrowth, checkLinear } from '../../../../support/fuzz.ts'

test('readContentConfig() takes time in proportion to the text', () => {
  const pieces = ['a = defineCollection(', 'a:defineCollection([', '/*', 'a', "'", "\\'", '`', '(', ' ', 'collections = {', 'a: b ']
  checkLinear(1_000_000, pieces, readContentConfig)
  const [open, close] = ['a = defineCollection(', ')']
  checkGrowth(40_000, (depth) => readContentConfig(open.repeat(depth) + close.repeat(depth)))
})
