import { test } from 'node:test'
import { createGrounding } from '../../../../../src/core/answer/ground/ground.ts'
import { unsupportedStatements } from '../../../../../src/core/answer/ground/statements.ts'
import { readUnits } from '../../../../../src/core/answer/ground/units.ts'
import { checkGrowth, checkLinear } from '../../../../support/fuzz.ts'
import { groundingSources } from '../../../../support/grounding-sources.ts'

const TEXTS = ['Run npm run build -- --prod.\n\nSet `base: "/docs"`.', 'The --port flag takes a number.', 'a'.repeat(200)]
const URLS = Array.from({ length: 8 }, (_, at) => `/${at}/`)

function check(answer: string, texts: readonly string[]): void {
  const grounding = createGrounding(groundingSources(URLS))
  grounding.push(answer)
  grounding.end()
  const sources = { question: '', textOf: (source: number) => texts[source - 1] ?? '', texts: () => texts }
  unsupportedStatements(readUnits(grounding.report(), (each) => each), sources)
}

test('unsupportedStatements() takes time in proportion to the answer', () => {
  const pieces = ['word ', '`a` ', '`A.b` ', '--a ', 'v1', '1.2', '60 s ', '.', '-', '`', '```\n', '\n', '\n \t', ' ', 'a', '@a/', '/', '_', '| a ', '[1](/a/)', '. ']
  checkLinear(60_000, pieces, (text) => check(text, TEXTS))
})

const ALL = ' [1][2][3][4][5][6][7][8].'

/** An answer and the sections that it cites, which grow together: the n-th piece of each. */
const PAIRS: readonly (readonly [name: string, answer: (n: number) => string, end: string, section: (n: number) => string])[] = [
  ['units without a number', () => 'a value in minutes ', ALL, () => 'seconds '],
  ['rows of one name', (n) => `\`a\` ${n} `, ALL, (n) => `| \`a\` | ${n} |\n`],
  ['rows of one name, each in a table', (n) => `\`a\` ${n} `, ALL, (n) => `| \`a\` | ${n} |\n\n`],
  ['rows of plain names', (n) => `It is ${n} here${ALL} `, '', (n) => `| a ${n} | ${n} |\n`],
  ['combinations of citations', (n) => `So it is [${1 + (n % 8)}][${1 + (n >> 3) % 8}]. `, '', (n) => `| word ${n} |\n`],
  ['numbers', (n) => `${10 + n} `, ALL, (n) => `${10 + n} `],
  ['defaults', (n) => `the default is ${10 + n} `, ALL, (n) => `default: ${10 + n}. `],
  ['settings', (n) => `\`a${n}\` is ${10 + n} `, ALL, (n) => `\`{ a${n}: 10, b: ${n} }\` `],
  ['settings of one name', (n) => `\`a\` is ${10 + n} `, ALL, (n) => `\`{ a: ${n}, b: ${n} }\`\n`],
  ['code', (n) => `\`x${n}\` `, ALL, (n) => `x${n} `],
]

test('unsupportedStatements() takes time in proportion to the answer and its sections together', () => {
  for (const [name, answer, end, section] of PAIRS) {
    checkGrowth(2_400, (length) => {
      const pieces = (make: (n: number) => string) => Array.from({ length }, (_, n) => make(n)).join('')
      check(pieces(answer) + end, URLS.map(() => pieces(section)))
    }, name)
  }
})
