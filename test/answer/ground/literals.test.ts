import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unsupportedLiterals } from '../../../src/answer/ground/literals.ts'

const TEXTS = ['Run npm run build -- --prod.\n\nSet `base: "/docs"` or\n  trailingSlash:   "never"', 'The --port flag takes a number.']

function check(answer: string, expected: readonly string[]) {
  assert.deepEqual(unsupportedLiterals(answer, TEXTS), expected)
}

test('unsupportedLiterals() finds code that no section holds', () => {
  check('Use `npm run build` or `npm run bulid`.', ['npm run bulid'])
  check('Set `` trailingSlash: "never" `` and `base: "/Docs"`.', ['base: "/Docs"'])
  check('`a` and `b`', [])
  check('Nothing at all', [])
})

test('unsupportedLiterals() finds flags in the text', () => {
  check('Pass --port or --prot, not --port-range; `npm run build -- --prod`.', ['--prot', '--port-range'])
  check('A dash -- or two; x--port, ---port', [])
})

test('unsupportedLiterals() takes each line of a block of code', () => {
  check('```sh\nnpm  run build\nnpm ci\n}\n```\nand `npm ci`', ['npm ci'])
  check('1. ~~~\n   --port\n   --no\n   ~~~\n\n`--prod`', ['--no'])
  check('> ```\n> npm start\n> ```\n> `--port`', ['npm start'])
})

test('unsupportedLiterals() names each but once', () => {
  check('`x1` `x1` and\n\n```\nx1\n```', ['x1'])
})
