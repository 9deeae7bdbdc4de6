import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isHiddenByAttributes, stripInvisible } from '../../../src/core/content/invisible.ts'
import { rulesOf } from '../../support/rules.ts'

function check(text: string, expected: string) {
  assert.equal(stripInvisible(text), expected)
}

function checkAttributes(attributes: Readonly<Record<string, string>>, expected: boolean) {
  assert.equal(isHiddenByAttributes(new Map(Object.entries(attributes))), expected)
}

for (const [name, run] of rulesOf('stripInvisible()', check, [
  ['removes what no reader sees',
    ['zero\u200bwidth\ufeff', 'zerowidth'], ['soft\u00adhyphen', 'softhyphen'],
    ['word\u2060joiner\u2061\u2064', 'wordjoiner'], ['\u200eleft\u200f', 'left'], ['\u061cmark\u180e', 'mark'],
    ['\u202aover\u202eride\u2066iso\u2069late', 'overrideisolate'],
    ['nul\u0000bell\u0007delete\u007fnext\u0085', 'nulbelldeletenext']],
  ['keeps white space', ['a\tb\nc\r\nd\fe f\u00a0g\u3000h', 'a\tb\nc\r\nd\fe f\u00a0g\u3000h']],
  ['keeps what scripts and emoji are joined by',
    ['👩\u200d💻 می\u200cخواهم ❤\ufe0f e\u0301', '👩\u200d💻 می\u200cخواهم ❤\ufe0f e\u0301'],
    ['\ud800 🎉 葛\u{e0100}𠮷\u{e0101}', '\ud800 🎉 葛\u{e0100}𠮷\u{e0101}']],
  ['removes text written in variation selectors, one of which an ideograph may have',
    ['a\u{e0159}\u{e015d}b 葛\u{e0100}\u{e0157}\u{e015e} 🎉\u{e0159}', 'ab 葛\u{e0100} 🎉']],
])) test(name, run)

test('stripInvisible() removes text written in tag characters', () => {
  const hidden = Array.from('ignore', (char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('')
  check(`a${hidden}b\u{e007f}`, 'ab')
})

for (const [name, run] of rulesOf('isHiddenByAttributes()', checkAttributes, [
  ['is true for elements that browsers or screen readers leave out',
    [{ hidden: '' }, true], [{ hidden: 'hidden' }, true], [{ 'aria-hidden': 'true' }, true],
    [{ 'v-if': 'false' }, true], [{ 'v-show': 'false' }, true],
    [{ style: 'display:none' }, true], [{ style: 'color: red; DISPLAY : None !important' }, true],
    [{ style: 'visibility: hidden;' }, true], [{ style: "{ color, 'visibility': 'hidden' }" }, true]],
  ['is false for elements that are shown, or that a reader can open',
    [{}, false], [{ 'v-if': 'a' }, false], [{ class: 'hidden', style: 'display: block' }, false], [{ 'aria-hidden': 'false' }, false],
    [{ hidden: 'until-found' }, false], [{ hidden: '', role: 'tabpanel' }, false], [{ 'aria-hidden': 'true', role: 'tabpanel' }, false], [{ 'v-if': 'false', role: 'tabpanel' }, true],
    [{ hidden: '', role: 'region', 'aria-labelledby': 'a' }, false], [{ hidden: '', role: 'region' }, true],
    [{ style: 'display: none', role: 'tabpanel' }, false], [{ style: 'display: none', id: 'windows' }, false],
    [{ style: '--display:none; background: url(display:none)' }, false]],
])) test(name, run)
