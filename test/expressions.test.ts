/**
 * No regular expression takes more time than in proportion to its text, whatever the text. Each is tried on texts that are
 * made from itself, and its steps are counted: `test/support/expressions/`.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkExpressions } from './support/expressions/check.ts'
import { slownessOf } from './support/expressions/slowness.ts'

/** Steps for one expression, which find what is most often wrong; `npm run fuzz` takes more. */
const MAX_STEPS = 200_000

/** Least power of the length, 1 for an expression that is not slow. */
const ROWS: readonly (readonly [power: number, pattern: RegExp])[] = [
  [Infinity, /^([A-Za-z_][\w-]*(?:[._][\w-]+)+)$/], [Infinity, /\[[!^]?\]?(?:\\[^]|[^\]])*\]/g], [Infinity, /(a*)*b/], [Infinity, /^(?:a|aa)+$/],
  [2.5, /^[ \t]*(?:const|let)[ \t]+(\w{1,9})[ \t]*=[ \t]*("['].*?|true)[ \t]*;?[ \t]*$/gm], [2.5, /^<<<(?:#(\w{1,9}))?[ \t]*(?:\{(\d{0,9})\})?[ \t]*(?:\[(\w{0,9})\])?[ \t]*$/gm],
  [1.6, /^\s*-?\s*i18n:/m], [1.6, /[ \t]*#[ \t]*doctest:.+$/gm], [1.6, /\s*\n\s*/g], [1.6, /<parameter[^>]*>/g], [1.6, /^\/+|\/+$/g], [1.6, /[^/]*$/],
  [1.6, /^(?:(`{3,})[^`\n]*|(~{3,}).*)\n?$/], [1.6, /^\s*(\S*)(?:\s+"[^]*")?\s*$/], [1.6, /(?<=^\d+\.\d+)\.0$/], [1.6, /(`+)([^`]+)\1/g], [1.6, /<link\b[^<>]*\brel="search"[^<>]*\bopen/],
  [1, /^[ \t]*(?:-[ \t]*)?i18n:/m], [1, /(?<![ \t])[ \t]*#[ \t]*doctest:.+$/gm], [1, /(?<!\s)\s*\n\s*/g], [1, /<parameter[^<>]*>/g], [1, /^\/+|(?<!\/)\/+$/g],
  [1, /a{1,400}[ab]{1,400}c/g], [1, /^(a+)-\1$/], [1, /(?=(a+))\1b?/y], [1, /\p{Lu}[\p{L}\-[]+\u{1f600}?/u],
]

test('slownessOf() finds the power of the length that the work grows with', () => {
  for (const [least, pattern] of ROWS) {
    const { power } = slownessOf(pattern, MAX_STEPS) ?? { power: 1 }
    assert.ok(least === 1 ? power === 1 : power >= least - 0.1, `${pattern}: ${power}`)
  }
})

test('no regular expression is slow on texts that are made against it', () => checkExpressions(MAX_STEPS))
