import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCodeSpans, unsupportedLiterals } from '../../../../src/core/answer/ground/code.ts'

/** Checks which parts of a text are code. */
function checkSpans(text: string, expected: readonly string[]) {
  assert.deepEqual(Array.from(findCodeSpans(text), ([from, to]) => text.slice(from, to)), expected)
}

test('findCodeSpans() pairs runs of one length', () => {
  checkSpans('use `a` and ``b ` c`` or `d`', ['`a`', '``b ` c``', '`d`'])
  checkSpans('`a`\n> - `b`\nc', ['`a`', '`b`'])
  checkSpans('``` x ```', ['``` x ```'])
  checkSpans('no code', [])
  checkSpans('a\n\nb `c`\n \nd `e`', ['`c`', '`e`'])
})

test('findCodeSpans() finds none in a paragraph where one might be read in two ways', () => {
  checkSpans('use `a` or `b', [])
  checkSpans('- `\n- x `', [])
  checkSpans('` a\n` x `', [])
  checkSpans('- `\n- `\n  ` x `', [])
  checkSpans('a `b\nc` `d`', [])
  checkSpans('\\`a` b `', [])
  checkSpans('| ` | x ` |', [])
  checkSpans('` a\n\n` x `', ['` x `'])
})

const TEXTS = ['Run npm run build -- --prod.\n\nSet `base: "/docs"` or\n  trailingSlash:   "never"', 'The --port flag takes a number.']

function checkLiterals(answer: string, expected: readonly string[]) {
  assert.deepEqual(unsupportedLiterals(answer, TEXTS), expected)
}

test('unsupportedLiterals() finds code that no section holds', () => {
  checkLiterals('Use `npm run build` or `npm run bulid`.', ['npm run bulid'])
  checkLiterals('Set `` trailingSlash: "never" `` and `base: "/Docs"`.', ['base: "/Docs"'])
  checkLiterals('`a` and `b`', [])
  checkLiterals('Nothing at all', [])
})

test('unsupportedLiterals() finds flags in the text', () => {
  checkLiterals('Pass --port or --prot, not --port-range; `npm run build -- --prod`.', ['--prot', '--port-range'])
  checkLiterals('A dash -- or two; x--port, ---port', [])
})

test('unsupportedLiterals() takes each line of a block of code', () => {
  checkLiterals('```sh\nnpm  run build\nnpm ci\n}\n```\nand `npm ci`', ['npm ci'])
  checkLiterals('1. ~~~\n   --port\n   --no\n   ~~~\n\n`--prod`', ['--no'])
  checkLiterals('> ```\n> npm start\n> ```\n> `--port`', ['npm start'])
})

test('unsupportedLiterals() names each but once', () => {
  checkLiterals('`x1` `x1` and\n\n```\nx1\n```', ['x1'])
})
