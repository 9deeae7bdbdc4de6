import { test } from 'node:test'
import { check, checkMdx, checkTree } from '../../../../support/markdown.ts'
import { rulesOf } from '../../../../support/rules.ts'

test('directives of Starlight and Docusaurus keep their titles', () => {
  check(':::note[A *title* `b`]{icon="c"}\nd\n:::\ne', 'A title ‹b›\n\nd\n\ne')
  check(':::tip\na\n:::', 'a')
  check('::::note A title\na\n:::warning\nb\n:::\n::::', 'A title\n\na\n\nb')
  check('a\n:::danger\nb', 'a\n\nb')
  checkMdx('- a\n  :::note[B]\n  c\n  :::', 'a\n\nB\n\nc')
})

for (const [name, run] of rulesOf('readMarkdown():', check, [
  ['containers of VitePress keep their titles',
    ['::: details Click me {open}\na\n:::', 'Click me\n\na'], ['::: incorrect { "a": { "b": true } }\nc\n:::', 'c'],
    ['::: code-group\n\n```sh [npm]\na\n```\n\n:::', 'npm\n\n⟦sh:a⟧']],
  ['directives of other generators keep their titles',
    ['::: {.callout-tip title="A b"}\nc\n:::', 'A b\n\nc'],
    [':::{note} Title\na\n:::\n\n::: {.grid}\nb\n:::', 'Title\n\na\n\nb'],
    [':::image type="content" source="a.png":::', ''], ['::youtube[A film]{#id}\n\na ::before', 'A film\n\na ::before']],
  ['admonitions and tabs of MkDocs keep their titles and what is indented below',
    ['!!! note "A *title*"\n    b\n\n        code\n\nc', 'A title\n\nb\n\n⟦:code⟧\n\nc'],
    ['??? tip\n    a\n\n???+ warning inline end "B"\n    - c\n    - d', 'a\n\nB\n\nc\nd'],
    ['=== "A"\n\n    b\n\n=== "C"\n\n    d', 'A\n\nb\n\nC\n\nd'],
    ['!!! danger ""\n    a\n\n!!!note\n    b\n\n!!!', 'a\n\nb\n\n!!!'], ['a\n\n!!! note\nb', 'a\n\nb'],
    ['- !!! note\n\n      a\n\n> ??? tip\n>\n>     b\n\n!!! note "C"', 'a\n\nb\n\nC']],
  ['alerts of GitHub and callouts of Obsidian keep their titles',
    ['> [!NOTE]\n> a', 'a'], ['> [!tip]- A title\n> b\n>\n> [!c]', 'A title\n\nb\n\n[!c]'], ['> [!NOTE]', '']],
  ['a value that only the generator can compute is left out where it is all that a block has',
    ['a\n\n{{ npm_tabs({\n  command: "install",\n}) }}\n\nb', 'a\n\nb'],
    ['- {{ t("item") }}\n- b\n\n## {{ titles[0] }}\n\n{{ title | safe }}\n\n## B', 'b\n## B #b'],
    ['<h2>\n  {{ t("title") }}\n</h2>\n\n<h2 id="b">{{ "B (c)" }}</h2>', '## B (c) #b'],
    ['{{ a() }} and {{ b() }}\n\n`{{ c() }}`', '{{ a() }} and {{ b() }}\n\n‹{{ c() }}›'],
    ['a\n\n{{%segment outline}}\n\nb', 'a\n\nb']],
  ['names between braces are text, since pages about templates show them',
    ['- {{sender}}\n- {{ user.name }}\n\n{{subject}}', '{{sender}}\n{{ user.name }}\n\n{{subject}}'],
    ['## {{each}}\n\na\n\n<h2 id="if">{{#if}}</h2>\n\nVersion {{ version }}.', '## {{each}} #each\na\n## {{#if}} #if\nVersion {{ version }}.']],
  ['literals and values of the frontmatter are text',
    ['{{ "a" }}', 'a'],
    ['---\ntitle: A\nx:\n  y: 2\n---\n## {{ $frontmatter.title }} b\n\n{{ page.x.y }} or {{page.z}}', '## A b #a-b\n2 or {{page.z}}']],
  ['shortcodes fall and what they hold stays',
    ['{{< tabs >}}\n{{% tab title="A" %}}\n## B\n{{% /tab %}}\n{{< /tabs >}}', 'A\n## B #b'],
    ['{{< tabpane text=true >}}\na\n{{< /tabpane >}}', 'a'],
    ['{{< tabs >}}\n{{< tab "A b" >}}\nc\n{{< /tab >}}\n{{% tab name="D" lang="x" %}}\ne\n{{% /tab %}}\n{{< details "F" >}}g{{< /details >}}', 'A b\n\nc\n\nD\n\ne\n\nF g'],
    ['a HTML\n\n*[HTML]: Hyper Text\n*[CSS]: Sheets', 'a HTML'],
    ['{% include note.html content="Mind `a`." type=warn title=page.b %}', 'Mind ‹a›.'],
    ['a {{< param "b" >}} c [d]({{< ref "e.md" >}}) {% include f %}.', 'a c d .'],
    ['`{{< a >}}` {{ b }} {{< c', '‹{{< a >}}› {{ b }} {{< c']],
  ['highlight tags are fences',
    ['{% highlight ruby linenos %}\n# a\n{% endhighlight %}\nb', '⟦ruby:# a⟧\n\nb'],
    ['{{< highlight go >}}\n# a\n\n{{< /highlight >}}\nb', '⟦go:# a⟧\n\nb'],
    ['{{< highlight go >}}\n# a\n{{< / highlight >}}\nb\n\n{{< highlight go >}}\n# c\n{{< /highlight >}}', '⟦go:# a⟧\n\nb\n\n⟦go:# c⟧'],
    ['{{< run lang="sh" >}}\n# a\n{{< /run >}}\nb', '⟦sh:# a⟧\n\nb'], ['{{< run lang="sh" >}}\na', 'a'],
    ['{{% run lang="sh" %}}\n*a*\n{{% /run %}}', 'a'], ['{{< tab lang="sh" >}}\n*a*\n{{< /tab >}}', 'a'],
    ['{{< code >}}\n\n```js\na\n```\n\n{{< /code >}}\nb', '⟦js:a⟧\n\nb'], ['{{< text bash >}}\n# a\n{{< /text >}}', '⟦bash:# a⟧'],
    ['{% highlight md %}\n```js\na\n```\n{% endhighlight %}', '⟦md:```js\na\n```⟧'],
    ['{% set code %}\n# a\n{% endset %}\nb', '⟦:# a⟧\n\nb'],
    ['<div>a.js</div>\n{% set code %}\n# a\n{% endset %}\n\nb', 'a.js\n\n⟦:# a⟧\n\nb'],
    ['<div>\n{% highlight js %}\na\n{% endhighlight %}\n      <p>b</p>\n\nc', '⟦js:a⟧\n\nb\n\nc'], ['{% set a = 1 %}\n*b*\n{% endset %}', 'b'],
    ['{% capture a %}\n# b\n{% endcapture %}\n{% include code-block.html\n   rest=a %}', '⟦:# b⟧'], ['{% capture a %}\n*b*\n{% endcapture %}\n{% include note.html of=a %}', 'b'],
    ['{{< highlight go >}}a{{< /highlight >}}', 'a']],
  ['tags of Hexo keep the title of code, who is quoted, and the text of a link to a post',
    ['{% codeblock A b.js lang:js first_line:5 %}\nc\n{% endcodeblock %}', 'A b.js\n\n⟦js:c⟧'],
    ['{% codeblock A.b https://c.com D %}\ne\n{% endcodeblock %}', 'A.b D\n\n⟦:e⟧'], ['{% codeblock js %}\na\n{% endcodeblock %}', '⟦js:a⟧'],
    ['{% blockquote A B, C https://d.com E %}\nf\n{% endblockquote %}', 'A B, C E\n\nf'], ['{% quote %}\na\n{% endquote %}', 'a'],
    ['a {% post_link b "C \'d\'" %} {% post_link e F g true %} {% post_link h %}{% post_link %}', "a C 'd' F g /_posts/h"],
    ['{% quote "A", b="c" %}\nd\n{% endquote %}', 'd']],
  ['placeholders of generated text fall',
    ['a\n\n[[toc]]\n\n[TOC]\n\n<!--@include: ./b.md-->\n\n<<< @/c.js{2}\n\n--8<-- "d.md"\n\n* TOC\n{:toc}', 'a'],
    ['a\n{: note.}\n\nb', 'a\n\nb'], ['{:ok, a}', '{:ok, a}'], ['- a\n\n1. b\n2. c\n{:toc}\n\nd', 'a\n\nd'], ['* a\n\n{:toc}', 'a']],
  ['files that MkDocs includes fall, in code as well',
    ['a\n\n{* ../../src/b.py hl[2] *}\n\n{!> c.md !}\n\n-8<- \'d.md\'', 'a'],
    ['```py hl_lines="1"\n{!> ../b.py!}\n```\n\nc\n\n```py\n\n--8<-- "d.py"\n```', 'c'],
    ['```md\n--8<-- "d.md"\n```\n\n```py\na\n--8<-- "d.py"\n```', '⟦md:--8<-- "d.md"⟧\n\n⟦py:a\n--8<-- "d.py"⟧']],
  ['lines between slashes are text without an end, and with other words',
    ['/// Example\n    let x = 1;', '/// Example let x = 1;'],
    ['Use\n/// Adds\n/// numbers\nin code.', 'Use /// Adds /// numbers in code.'],
    ['Use\n/// Adds\n///\nin code.', 'Use /// Adds /// in code.'],
    ['/// Example\n    x\n\n/// note\na\n///', '/// Example x\n\na'],
    ['![a](b)\n/// caption\n    attrs: {id: c}\n\nd\n///', 'a\n\nd'], ['/// html | div.c[style="d"]\na\n///', 'a'],
    ['/// a\n\n```\n///\n```\n\n////', '/// a\n\n⟦:///⟧\n\n////']],
  ['attributes on a line of their own fall', ['a\n{: .note }\n\n{: .tip title="b" }\n> c', 'a\n\nc']],
  ['shortcodes over several lines leave no marks',
    ['{{< img\n  src="a.png"\n  alt="b"\n>}}\n\nc', 'b\n\nc'], ['{{% a\n  b="c" %}}\nd', 'd']],
  ['shortcodes in code are shown without the marks that keep the generator from reading them',
    ['```\n{{</* a */>}}\n{{%/* /a */%}}\n{{</*/* a */*/>}}\n```', '⟦:{{< a >}}\n{{% /a %}}\n{{</* a */>}}⟧'],
    ['`{{</* a */>}}`', '‹{{< a >}}›'], ['{{</* a */>}}\n\nb {{%/* c */%}}', '{{< a >}}\n\nb {{% c %}}'], ['```\n{% raw %}\n{{ a }}\n{% endraw %}\n```', '⟦:{{ a }}⟧']],
])) test(name, run)

test('sentences after three marks are no admonitions', () => {
  for (const text of ['!!!Note that all keys are lower case', '!!!WARNING', '???Why is this so', '!!! Note that all']) {
    check(text, text)
    check(`a\n\n${text}\n\nb`, `a\n\n${text}\n\nb`)
  }
  check('!!! note "a" is b\n    c', '!!! note "a" is b c')
  check('=== "a" or b', '=== "a" or b')
  check('> !!! note that\n\n    a', '!!! note that\n\n⟦:a⟧')
})

test('blocks between slashes have titles, options and tabs', () => {
  checkTree('/// note | A *b*\n\nc\n\n///\n\nd', '<callout kind=note><title>A <emphasis>b</emphasis></title><p>c</p></callout><p>d</p>')
  checkTree('/// details | A\n    open: True\n    type: tip\nb\n///', '<details><title>A</title><p>b</p></details>')
  checkTree('/// version-added | v2\n///\na', '<callout kind=version-added><title>v2</title></callout><p>a</p>')
  checkTree('//// tab | A\n\n/// tip\n\nb\n\n///\n\nc\n\n////\n\n//// tab | D\n\ne\n\n////',
    '<tabs><tab><title>A</title><callout kind=tip><p>b</p></callout><p>c</p></tab><tab><title>D</title><p>e</p></tab></tabs>')
  checkTree('/// caption\na\n///\n\n- b\n\n    /// note\n    c\n    ///', '<p>a</p><list><item><p>b</p><callout kind=note><p>c</p></callout></item></list>')
  check('///\na\n\n/// b: 1\n\n/// c d\n\n//// e', '/// a\n\n/// b: 1\n\n/// c d\n\n//// e')
  checkMdx('/// note\na', '/// note a')
})

for (const [name, run] of rulesOf('readMarkdown():', checkTree, [
  ['directives are callouts, details or tabs, or only group',
    [':::note[A *b*]\nc\n:::\nd', '<callout kind=note><title>A <emphasis>b</emphasis></title><p>c</p></callout><p>d</p>'],
    ['::: {.callout-tip title="A"}\nb\n:::', '<callout kind=tip><title>A</title><p>b</p></callout>'],
    [':::{admonition} A\nb\n:::', '<callout kind=note><title>A</title><p>b</p></callout>'],
    ['::: details A\nb\n:::\n\nc', '<details><title>A</title><p>b</p></details><p>c</p>'],
    ['::: custom A\nb\n:::\n\n::: grid\nc\n:::', '<callout kind=custom><title>A</title><p>b</p></callout><p>c</p>'],
    ['::youtube[A]{#b}\n\nc\n\n:::image type="content":::\n\nd', '<p>A</p><p>c</p><p>d</p>']],
  ['the id of a directive is a place in its title',
    ['::: warning A {#b}\nc\n:::', '<callout kind=warning><title><anchor id=b></anchor>A</title><p>c</p></callout>']],
  ['directives nest by their colons, and end with their item',
    ['::::note\n:::tip\na\n:::\nb\n::::\nc', '<callout kind=note><callout kind=tip><p>a</p></callout><p>b</p></callout><p>c</p>'],
    ['- a\n  :::note\n  b\n- c\n:::\nd', '<list><item><p>a</p><callout kind=note><p>b</p></callout></item><item><p>c</p></item></list><p>d</p>'],
    ['a\n:::\nb', '<p>a</p><p>b</p>']],
  ['admonitions of MkDocs and alerts of GitHub are callouts or details',
    ['!!! Note "A"\n    b\n\nc', '<callout kind=note><title>A</title><p>b</p></callout><p>c</p>'],
    ['??? tip "A"\n    b\n\n???+ warning\n    c', '<details><title>A</title><p>b</p></details><details><p>c</p></details>'],
    ['> [!WARNING]\n> a\n\nb', '<callout kind=warning><p>a</p></callout><p>b</p>'],
    ['> [!tip]- A\n> - b\n\n> [!NOTE] c', '<callout kind=tip><title>A</title><list><item><p>b</p></item></list></callout><callout kind=note><title>c</title></callout>']],
])) test(name, run)

test('tabs and code groups have labels', () => {
  checkTree('::: code-group\n\n```sh [npm]\na\n```\n\n```sh\nb\n```\n\n:::\n\nc',
    '<tabs><tab><title>npm</title><code lang=sh>a</code></tab><tab><code lang=sh>b</code></tab></tabs><p>c</p>')
  const fences = '```yaml tab="A (b)"\nc\n```\n\n~~~toml tab="D"\ne\n~~~'
  const ofFences = '<tabs><tab><title>A (b)</title><code lang=yaml>c</code></tab>' +
    '<tab><title>D</title><code lang=toml>e</code></tab></tabs>'
  checkTree(`${fences}\n\nf`, `${ofFences}<p>f</p>`)
  checkTree(`- a\n\n${fences.replace(/^(?=.)/gm, '  ')}\n`, `<list><item><p>a</p>${ofFences}</item></list>`)
  const tabs = '<tabs><tab><title>A</title><p>b</p></tab><tab><title>C</title><p>d</p></tab></tabs>'
  checkTree('::: tabs\n== A\nb\n\n== C\nd\n:::\n== e', `${tabs}<p>== e</p>`)
  const nested = `<tabs><tab><title>A</title>${tabs}</tab><tab><title>E</title><p>f</p></tab></tabs><p>g</p>`
  checkTree('::::: tabs\n=== A\n\n:::: tabs\n== A\nb\n== C\nd\n::::\n\n=== E\nf\n:::::\ng', nested)
  checkTree('::: tabs\n== A\n\n::: code-group\n```js [x]\nb\n```\n== C\nd\n:::\n== e',
    '<tabs><tab><title>A</title><tabs><tab><title>x</title><code lang=js>b</code></tab></tabs></tab><tab><title>C</title><p>d</p></tab></tabs><p>== e</p>')
  checkTree('- ::: tabs\n  == A\n  b\n\n== c', '<list><item><tabs><tab><title>A</title><p>b</p></tab></tabs></item></list><p>== c</p>')
  checkTree('::: tabs#x\n\n@tab A\nb\n\n@tab:active C\n\nd\n\n:::', tabs)
  checkTree('::::{tab-set}\n:::{tab-item} A\nb\n:::\n:::{tab-item} C\nd\n:::\n::::', tabs)
  checkTree('=== "A"\n\n    b\n\n=== "C"\n\n    d\n\ne', `${tabs}<p>e</p>`)
})

test('shortcodes with code are code where they end', () => {
  checkTree('{{< code-toggle file=hugo >}}\na: 1\n{{< /code-toggle >}}\nb', '<code lang=yaml>a: 1</code><p>b</p>')
  checkTree('{{< code lang="js" >}}\na\n{{< /code >}}', '<code lang=js>a</code>')
  checkTree('{{< highlight go "linenos=inline" >}}\na\n{{< /highlight >}}', '<code lang=go>a</code>')
  check('{{< code-toggle config=a />}}\nb\n\n{{< code >}}\nc', 'b\n\nc')
})
