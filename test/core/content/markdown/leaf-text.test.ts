import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leafText } from '../../../../src/core/content/markdown/tag-writer.ts'
import { readTag } from '../../../../src/core/content/markdown/syntax/tag.ts'

function check(tag: string, expected: string) {
  assert.equal(leafText(readTag(tag)), expected, tag)
}

test('leafText() gives the name in words and the values of attributes', () => {
  check('<Since v="5.18.0" />', 'Since 5.18.0')
  check('<Since pkg="@astrojs/netlify" v={"6.5.1"} />', 'Since @astrojs/netlify 6.5.1')
  check('<HTTPStatus code="404" />', 'HTTP Status 404')
  check('<available-in plan="Team, Enterprise" />', 'available in Team, Enterprise')
})

test('leafText() leaves out what only styles or steers', () => {
  check('<Icon name="star" size="24" class="big" color="#fff" />', '')
  check('<Video src="/a.mp4" poster={b} autoplay client:load data-x="y" :z="1" videoId="c" />', '')
  check('<Since v="1.0" href="/b" to="https://a.example" isNew="true" gap="var(--x)" path2="./c" />', 'Since 1.0')
  check('<DontEdit />', '')
})
