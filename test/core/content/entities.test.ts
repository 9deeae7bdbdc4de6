import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeEntities } from '../../../src/core/content/entities.ts'
import { rulesOf } from '../../support/rules.ts'

function check(text: string, expected: string) {
  assert.equal(decodeEntities(text), expected)
}

for (const [name, run] of rulesOf('decodeEntities()', check, [
  ['reads names',
    ['a &lt;b&gt; &amp; &quot;c&quot; &apos;d&apos;', 'a <b> & "c" \'d\''],
    ['&nbsp;|&copy;|&Eacute;|&eacute;|&yuml;', '\u00a0|©|É|é|ÿ'], ['&Alpha;&omega;&sigmaf;&sigma;', 'Αωςσ'],
    ['&hellip;&mdash;&ndash;&lsquo;&rdquo;&bull;&euro;&trade;', '…—–‘”•€™'],
    ['&larr;&rarr;&harr;&crarr;&le;&ne;&infin;&sum;&check;&starf;', '←→↔↵≤≠∞∑✓★'],
    ['&Scaron;&zcaron;&Lstrok;&OElig;&fnof;', 'ŠžŁŒƒ'], ['&lbrace;&rbrace;&lsqb;&lowbar;&grave;&vert;&num;', '{}[_`|#']],
  ['leaves text that is not a reference',
    ['AT&T; a && b &; &# &#x; &#xZZ; &copy &#65 &nosuchname;', 'AT&T; a && b &; &# &#x; &#xZZ; &copy &#65 &nosuchname;'],
    ['&constructor;&__proto__;&toString;', '&constructor;&__proto__;&toString;']],
  ['distinguishes names by their case', ['&Dagger;&dagger;&prime;&Prime;&AMP;&LT;', '‡†′″&<']],
  ['reads numbers, decimal and hexadecimal', ['&#65;&#x41;&#X1f389;&#8217;', 'AA🎉’']],
  ['corrects numbers as browsers do',
    ['&#150;&#x80;&#159;', '–€Ÿ'], ['&#129;', '\u0081'],
    ['&#0;&#xD800;&#x110000;&#9999999;', '\ufffd\ufffd\ufffd\ufffd']],
  ['decodes once', ['&amp;lt;', '&lt;']],
])) test(name, run)
