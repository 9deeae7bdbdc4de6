import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeEntities } from '../../../src/core/content/entities.ts'
import { rulesOf } from '../../support/rules.ts'

function check(text: string, expected: string) {
  assert.equal(decodeEntities(text), expected)
}

test('decodeEntities() reads names', () => {
  check('a &lt;b&gt; &amp; &quot;c&quot; &apos;d&apos;', 'a <b> & "c" \'d\'')
  check('&nbsp;|&copy;|&Eacute;|&eacute;|&yuml;', '\u00a0|©|É|é|ÿ')
  check('&Alpha;&omega;&sigmaf;&sigma;', 'Αως' + 'σ')
  check('&hellip;&mdash;&ndash;&lsquo;&rdquo;&bull;&euro;&trade;', '…—–‘”•€™')
  check('&larr;&rarr;&harr;&crarr;&le;&ne;&infin;&sum;&check;&starf;', '←→↔↵≤≠∞∑✓★')
  check('&Scaron;&zcaron;&Lstrok;&OElig;&fnof;', 'ŠžŁŒƒ')
  check('&lbrace;&rbrace;&lsqb;&lowbar;&grave;&vert;&num;', '{}[_`|#')
})

for (const [name, run] of rulesOf('decodeEntities()', check, [
  ['distinguishes names by their case', ['&Dagger;&dagger;&prime;&Prime;&AMP;&LT;', '‡†′″&<']],
  ['reads numbers, decimal and hexadecimal', ['&#65;&#x41;&#X1f389;&#8217;', 'AA🎉’']],
  ['corrects numbers as browsers do',
    ['&#150;&#x80;&#159;', '–€Ÿ'], ['&#129;', '\u0081'],
    ['&#0;&#xD800;&#x110000;&#9999999;', '\ufffd\ufffd\ufffd\ufffd']],
  ['decodes once', ['&amp;lt;', '&lt;']],
])) test(name, run)

test('decodeEntities() leaves text that is not a reference', () => {
  check('AT&T; a && b &; &# &#x; &#xZZ; &copy &#65 &nosuchname;', 'AT&T; a && b &; &# &#x; &#xZZ; &copy &#65 &nosuchname;')
  check('&constructor;&__proto__;&toString;', '&constructor;&__proto__;&toString;')
})
