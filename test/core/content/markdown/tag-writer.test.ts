import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTag } from '../../../../src/core/content/markdown/syntax/tag.ts'
import { leafText } from '../../../../src/core/content/markdown/tag-writer.ts'
import { check, checkMdx, checkMdxTree, checkTree } from '../../../support/markdown.ts'
import { rulesOf } from '../../../support/rules.ts'

for (const [name, run] of rulesOf('readMarkdown():', checkTree, [
  ['tags of HTML are the elements that they name',
    ['<ul><li>a</li><li>b</li></ul>', '<list><item><p>a</p></item><item><p>b</p></item></list>'],
    ['<ol start="3">\n<li>a</li>\n</ol>', '<list first=3><item><p>a</p></item></list>'],
    ['<ol start="x"><li>a<ul><li>b</ul></ol>\n\nc', '<list first=1><item><p>a</p><list><item><p>b</p></item></list></item></list><p>c</p>'],
    ['<blockquote>a</blockquote>', '<quote><p>a</p></quote>'],
    ['<dl><dt>a</dt><dd>b</dd></dl>', '<definitions><term>a</term><definition><p>b</p></definition></definitions>'],
    ['<details>\n<summary>a</summary>\n\n- b\n\n</details>\n\nc', '<details><title>a</title><list><item><p>b</p></item></list></details><p>c</p>'],
    ['<figure>\n<pre>a</pre>\n<figcaption>b</figcaption>\n</figure>', '<figure><code>a</code><title>b</title></figure>'],
    ['<p>a</p><p>b</p>', '<p>a</p><p>b</p>'], ['<html><head><title>a</title></head><body>b</body></html>', '<p>b</p>'],
    ['<table><tr><td>\na\n<code><pre>b</pre></code></td></tr></table>', '<table><row><cell>a⏎⏎<code>b</code></cell></row></table>']],
  ['tags without a start or an end break nothing around them',
    ['</ul>\n\na\n\n</li></table>\n\nb', '<p>a</p><p>b</p>'],
    ['- <ul><li>a\n- b', '<list><item><list><item><p>a</p></item></list></item><item><p>b</p></item></list>'],
    ['<li>a<li>b\n\n</ol>', '<list><item><p>a</p></item><item><p>b</p></item></list>'],
    ['<details>\n\n## A\n\nb\n\n</details>\n\nc', '<p>b</p><p>c</p>'],
    ['> <details><summary>a\n\nb', '<quote><details><title>a</title></details></quote><p>b</p>']],
  ['the texts of attributes can have code',
    ['<Listing caption="The `a` of b">\n\nc\n\n</Listing>', '<p>The <inline-code>a</inline-code> of b</p><p>c</p>'],
    ['<img src="a.png" alt="The `a`">', '<p><image src=a.png>The a</image></p>']],
])) test(name, run)

test('tables of HTML have a header and cells, empty ones too', () => {
  const head = '<row isHeader><cell>a</cell><cell>b</cell></row>'
  checkTree('<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><th>c</th><td></td></tr></tbody></table>',
    `<table>${head}<row><cell>c</cell><cell></cell></row></table>`)
  checkTree('<table><tr><th>a<th>b<tr><td>c<td>d</table>\n\ne', `<table>${head}<row><cell>c</cell><cell>d</cell></row></table><p>e</p>`)
  checkTree('<table><tr><td><ul><li>a<li>b</ul></td></tr></table>', '<table><row><cell>a b</cell></row></table>')
})

for (const [name, run] of rulesOf('readMarkdown():', checkMdxTree, [
  ['components for callouts have a kind and a title',
    ['<Aside type="tip" title="A">b</Aside>\n\nc', '<callout kind=tip><title>A</title><p>b</p></callout><p>c</p>'],
    ['<Aside>\na\n\n- b\n</Aside>', '<callout kind=note><p>a</p><list><item><p>b</p></item></list></callout>'],
    ['<Admonition type="danger" title={"A"}>\nb\n</Admonition>', '<callout kind=danger><title>A</title><p>b</p></callout>'],
    ['<Note>a</Note>\n\n<Warning>b</Warning>', '<callout kind=note><p>a</p></callout><callout kind=warning><p>b</p></callout>'],
    ['a <Tip>b</Tip> c', '<p>a b c</p>']],
  ['code right inside of tabs is a tab',
    ['<CodeGroup>\n```js a.js\nb\n```\n```py title="c.py"\nd\n```\n</CodeGroup>', '<tabs><tab><title>a.js</title><code lang=js>b</code></tab><tab><title>c.py</title><code lang=py>d</code></tab></tabs>']],
  ['steps are the items of a list with numbers',
    ['<Steps>\n1. a\n2. b\n</Steps>', '<list first=1><item><p>a</p></item><item><p>b</p></item></list>'],
    ['<Steps>\n<Step title="A">\na\n</Step>\n<Step title="B">\nb\n</Step>\n</Steps>\nc', '<list first=1><item><p><strong>A</strong></p><p>a</p></item><item><p><strong>B</strong></p><p>b</p></item></list><p>c</p>']],
  ['the title of a card is strong, or a link',
    ['<CardGrid>\n<Card title="A">\nb\n</Card>\n</CardGrid>', '<p><strong>A</strong></p><p>b</p>'],
    ['<Card header="A" title="B" footer="C">\nb\n</Card>\n<Tree.Folder name="A" />', '<p>A⏎<strong>B</strong>⏎C</p><p>b</p><p><strong>A</strong></p>'],
    ['<LinkCard title="A" href="/a" description="b" />', '<p><link href=/a>A</link>⏎b</p>'], ['<Heading as={"h2"} children={"A"}>\n</Heading>\n\nb', '<p>A</p><p>b</p>']],
  ['components that fold are details',
    ['<Accordion title="A">\nb\n</Accordion>', '<details><title>A</title><p>b</p></details>']],
  ['components without content say what their attributes say',
    ['`a` <Since v="5.18.0" />.\n\n<Since v="1.0" />', '<p><inline-code>a</inline-code> Since 5.18.0.</p><p>Since 1.0</p>'],
    ['<ReadMore>a</ReadMore>\n\n<Badge text="b" variant="c" />', '<p>a</p><p>b</p>'],
    ["a <Menu items={['b']} label=\"c\" />", '<p>a c</p>'], ["a <Menu items={['b', d]} />", '<p>a</p>']],
])) test(name, run)

test('components for tabs have labels', () => {
  const expected = '<tabs><tab><title>A</title><p>a</p></tab><tab><title>B</title><p>b</p></tab></tabs><p>c</p>'
  checkMdxTree('<Tabs>\n<TabItem label="A">a</TabItem>\n<TabItem label="B">\nb\n</TabItem>\n</Tabs>\n\nc', expected)
  checkMdxTree('<Tabs>\n<TabItem value="a" label="A">\na\n</TabItem>\n<TabItem value="B">\nb\n</TabItem>\n</Tabs>\nc', expected)
  checkMdxTree('<Tabs><Tab title="A">a</Tab>\n<Tab title="B">b</Tab></Tabs>\n\nc', expected)
  checkTree('<CodeGroup>\n  <CodeGroupItem title="A">\n\na\n\n  </CodeGroupItem>\n  <CodeGroupItem title="B">\n\nb\n\n  </CodeGroupItem>\n</CodeGroup>\n\nc', expected)
  checkMdxTree("<Tabs items={['A', \"B\", `C`]}>\n<Tabs.Tab>a</Tabs.Tab>\n<Tabs.Tab>\nb\n</Tabs.Tab>\n</Tabs>\nc", expected)
  checkMdxTree("<Tabs items={['A', 'B']}>\n<Tab>a</Tab>\n<Tab value=\"x\">b</Tab>\n</Tabs>\nc", expected.replace('B', 'x'))
  checkMdxTree("<Tabs items={['A', 'B']}>\n<Tab>\n<Tabs items={['x']}><Tab>y</Tab></Tabs>\n</Tab>\n<Tab>b</Tab>\n</Tabs>\nc",
    expected.replace('<p>a</p>', '<tabs><tab><title>x</title><p>y</p></tab></tabs>'))
  checkMdxTree('<PackageTabs>\n<Fragment slot="A">a</Fragment>\n<Fragment slot="B">b</Fragment>\n</PackageTabs>\nc', expected)
})

test('writeTag() puts components that are alone in a paragraph of MDX on their lines', () => {
  checkMdx('<Option>`a`</Option>\n<Option isCorrect>`b` b</Option>\n<Option>c</Option>', '‹a›\n‹b› b\nc')
  checkMdx('<A>one</A> <A>two</A>\nthree\n<A>four</A>', 'one two three four')
  check('<Aa>one</Aa> two\n<Aa>three</Aa>', 'one two three')
})

test('a tag over several lines ends at a mark on a line of its own, which is no quote', () => {
  check('<Tab\n\tid="a"\n\t:names="[1]"\n>\n\nb\n\n</Tab>\n\nc\n<iframe\n  src="d"\n></iframe>\n\ne', 'b\n\nc\n\ne')
  checkMdxTree('a\n<iframe\n  src="b"\n></iframe>', '<p>a</p>')
  checkTree('a < b\n> c', '<p>a < b</p><quote><p>c</p></quote>')
})

test('writeTag() names the fields of an API', () => {
  checkTree('::field{name="a" type="string"}\nb\n::', '<p><strong>a</strong>⏎string</p><p>b</p>')
  checkMdxTree('<ParamField body="amount" type="number" required>\na\n</ParamField>\n\n<ResponseField name="user.id">\nb\n</ResponseField>', '<p><anchor id=param-amount></anchor><strong>amount</strong>⏎number, required</p><p>a</p><p><anchor id=param-user-id></anchor><strong>user.id</strong></p><p>b</p>')
})

test('writeTag() gives fields their defaults, files and folders their names, and cards their second titles', () => {
  checkMdxTree('<ParamField query="a" default="25" deprecated required={false}>b</ParamField>', '<p><anchor id=param-a></anchor><strong>a</strong>⏎deprecated, default: 25⏎b</p>')
  checkMdxTree('<Files>\n  <Folder name="a" defaultOpen>\n    <File name="b.ts" />\n  </Folder>\n</Files>', '<p><strong>a</strong></p><p><strong>b.ts</strong></p>')
  checkTree('{{< card link="/x" title="A" subtitle="b" icon="c" >}}', '<p>A⏎b</p>')
})

function checkLeaf(tag: string, expected: string) {
  assert.equal(leafText(readTag(tag)), expected, tag)
}

for (const [name, run] of rulesOf('leafText()', checkLeaf, [
  ['gives the name in words and the values of attributes',
    ['<Since v="5.18.0" />', 'Since 5.18.0'],
    ['<Since pkg="@astrojs/netlify" v={"6.5.1"} />', 'Since @astrojs/netlify 6.5.1'],
    ['<HTTPStatus code="404" />', 'HTTP Status 404'],
    ['<available-in plan="Team, Enterprise" />', 'available in Team, Enterprise']],
  ['leaves out what only styles or steers',
    ['<Icon name="star" size="24" class="big" color="#fff" />', ''],
    ['<Video src="/a.mp4" poster={b} autoplay client:load data-x="y" :z="1" videoId="c" />', ''],
    ['<Since v="1.0" href="/b" to="https://a.example" isNew="true" gap="var(--x)" path2="./c" />', 'Since 1.0'],
    ['<DontEdit />', '']],
])) test(name, run)
