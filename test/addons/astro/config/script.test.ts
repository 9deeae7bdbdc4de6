import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readScript } from '../../../../src/addons/astro/config/script.ts'

const check = (text: string, mask: string | null) => assert.equal(readScript(text)?.mask ?? null, mask, text)

test('readScript() blanks comments, strings, templates and regular expressions, at the same offsets', () => {
  const rows = [
    ["f('a(', \"b\")", "f('  ', \" \")"],
    [String.raw`'it\'s' "a\\" 'a\
b}'`, "'     ' \"   \" '  \n  '"],
    ['`a } ` x', '`    ` x'],
    ['`\\` $ \\${` x', '`        ` x'],
    ['a // [ " `\nb /* { ` */ c', 'a         \nb           c'],
    ['#!/usr/bin/env node {\nx', '                     \nx'],
    ["a = /['\"`{]/g, b", 'a = /       g, b'],
    ['f(/[/"]/)', 'f(/    /)'],
    ['a / b / c', 'a / b / c'],
    ['a[0] / 2', 'a[0] / 2'],
    // What has no end ends with its line, or with the text.
    ["'open\nx", "'   n\nx"],
    ['a `open', 'a `   n'],
    ['a /* (', 'a     '],
  ] as const
  for (const [text, mask] of rows) check(text, mask)
})

test('readScript() pairs brackets, and is null for those without a partner and for long texts', () => {
  assert.deepEqual([...readScript("a({ b: ['}'] })")!.closers], [[7, 11], [2, 13], [1, 14]])
  for (const text of ['(]', '(', '}', 'f({)}']) check(text, null)
  check('x'.repeat(1_048_577), null)
})
