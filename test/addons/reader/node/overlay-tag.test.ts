import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addOverlayTag, formatOverlayTag } from '../../../../src/addons/reader/node/overlay-tag.ts'
import { rulesOf } from '../../../support/rules.ts'

const TAG = formatOverlayTag({ index: '/docs/_ask/', endpoint: null, replaces: null })

/** The tag is added at the `|`. */
function check(marked: string) {
  const [before = '', after = ''] = marked.split('|')
  const added = addOverlayTag(Buffer.from(before + after, 'latin1'), TAG)
  assert.equal(added?.toString('latin1'), before + TAG + after, marked)
  assert.equal(added && addOverlayTag(added, TAG), null, 'added twice')
}

function checkUnchanged(html: string | Uint8Array) {
  assert.equal(addOverlayTag(Buffer.from(html), TAG), null, String(html))
}

test('formatOverlayTag() writes addresses as attributes', () => {
  assert.equal(TAG, '<script type="module" src="/docs/_ask/overlay.js"></script><ask-overlay index="/docs/_ask/" trigger="corner"></ask-overlay>')
  assert.equal(
    formatOverlayTag({ index: '/a&b/_ask/', endpoint: '/api/ask', replaces: null }),
    '<script type="module" src="/a&amp;b/_ask/overlay.js"></script><ask-overlay index="/a&amp;b/_ask/" endpoint="/api/ask" trigger="corner"></ask-overlay>',
  )
})

for (const [name, run] of rulesOf('addOverlayTag()', check, [
  ['adds HTML before the last </body>, once, and changes no other byte',
    ['<html><body><p>a</p>|</body></html>\n'], ['<HTML><BODY>a|</BODY\n></HTML>'],
    ['\xef\xbb\xbf<!doctype html>\r\n<body>\xe9\x00 \r\n|</body \r\n>\r\n'], ['<body>a</body> text <b>|</body>']],
  ['knows a tag from text that looks like one',
    ['<body>a|</body><!-- </body> -->'], ['<body>a|</body><script>"</body>"</script>'],
    ['<body><pre>&lt;/body></pre><textarea></body></textarea><p title="</body>">|</body>'],
    ['<body><svg><title/><style/></svg>a|</body>'],
    ['<html><script>const tag = "<ask-overlay>"</script><!-- <ask-overlay> --><body><code>&lt;ask-overlay></code>|</body>']],
  ['adds to the end of a page without </body>', ['<html><p>a</html>|'], ['<!doctype html><head><title>a</title>|'],
    ['\xef\xbb\xbf\n<!DOCTYPE html><title>a</title><p>b|']],
])) test(name, run)

for (const [name, run] of rulesOf('addOverlayTag()', checkUnchanged, [
  ['leaves pages alone that have an overlay, are parts of pages, or are in a wide encoding',
    ['<body><ask-overlay endpoint="/api/ask"></ask-overlay></body>'], ['<body><ASK-OVERLAY></body>'],
    ['google-site-verification: google1.html'], ['<p>a</p>'],
    [Buffer.from('\ufeff<html><body></body>', 'utf16le')], ['']],
])) test(name, run)
