import { test } from 'node:test'
import { check, checkMdx } from '../../../support/markdown.ts'

test('directives of Starlight and Docusaurus keep their titles', () => {
  check(':::note[A *title* `b`]{icon="c"}\nd\n:::\ne', 'A title ‹b›\n\nd\n\ne')
  check(':::tip\na\n:::', 'a')
  check('::::note A title\na\n:::warning\nb\n:::\n::::', 'A title\n\na\n\nb')
  check('a\n:::danger\nb', 'a\n\nb')
  checkMdx('- a\n  :::note[B]\n  c\n  :::', 'a\n\nB\n\nc')
})

test('containers of VitePress keep their titles', () => {
  check('::: details Click me {open}\na\n:::', 'Click me\n\na')
  check('::: code-group\n\n```sh [npm]\na\n```\n\n:::', 'npm\n\n⟦sh:a⟧')
})

test('directives of other generators keep their titles', () => {
  check('::: {.callout-tip title="A b"}\nc\n:::', 'A b\n\nc')
  check(':::{note} Title\na\n:::\n\n::: {.grid}\nb\n:::', 'Title\n\na\n\nb')
  check(':::image type="content" source="a.png":::', '')
  check('::youtube[A film]{#id}\n\na ::before', 'A film\n\na ::before')
})

test('admonitions and tabs of MkDocs keep their titles and what is indented below', () => {
  check('!!! note "A *title*"\n    b\n\n        code\n\nc', 'A title\n\nb\n\n⟦:code⟧\n\nc')
  check('??? tip\n    a\n\n???+ warning inline end "B"\n    - c\n    - d', 'a\n\nB\n\nc\nd')
  check('=== "A"\n\n    b\n\n=== "C"\n\n    d', 'A\n\nb\n\nC\n\nd')
  check('!!! danger ""\n    a\n\n!!!nospace', 'a\n\n!!!nospace')
})

test('alerts of GitHub and callouts of Obsidian keep their titles', () => {
  check('> [!NOTE]\n> a', 'a')
  check('> [!tip]- A title\n> b\n>\n> [!c]', 'A title\n\nb\n\n[!c]')
  check('> [!NOTE]', '')
})

test('shortcodes fall and what they hold stays', () => {
  check('{{< tabs >}}\n{{% tab title="A" %}}\n## B\n{{% /tab %}}\n{{< /tabs >}}', 'A\n## B #b')
  check('a {{< param "b" >}} c [d]({{< ref "e.md" >}}) {% include f %}.', 'a c d .')
  check('`{{< a >}}` {{ b }} {{< c', '‹{{< a >}}› {{ b }} {{< c')
})

test('highlight tags are fences', () => {
  check('{% highlight ruby linenos %}\n# a\n{% endhighlight %}\nb', '⟦ruby:# a⟧\n\nb')
  check('{{< highlight go >}}\n# a\n\n{{< /highlight >}}\nb', '⟦go:# a⟧\n\nb')
  check('{{< highlight go >}}a{{< /highlight >}}', 'a')
})

test('placeholders of generated text fall', () => {
  check('a\n\n[[toc]]\n\n[TOC]\n\n<!--@include: ./b.md-->\n\n<<< @/c.js{2}\n\n--8<-- "d.md"\n\n* TOC\n{:toc}', 'a\n\nTOC')
})

test('attributes on a line of their own fall', () => {
  check('a\n{: .note }\n\n{: .tip title="b" }\n> c', 'a\n\nc')
})
