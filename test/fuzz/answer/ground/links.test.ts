import { test } from 'node:test'
import { keepLinks } from '../../../../src/answer/ground/links.ts'
import { checkGrowth, checkLinear } from '../../../support/fuzz.ts'

const SOURCES = new Set(['/routing/#static', 'https://docs.example/a', '/a(b', 'www.x', '//x'])

test('keepLinks() takes time in proportion to the text', () => {
  const pieces = ['[', '](', '[](', '![', '<a ', '`', '``` ', 'https://', '!', 'www.', '\\', '[a](x', '<a href=', '[x]:', '\n> ', '(']
  checkLinear(50_000, pieces, (text) => keepLinks(text, SOURCES))
  checkGrowth(50_000, (length) => keepLinks(`https://x${'!'.repeat(length)}a`, SOURCES))
})
