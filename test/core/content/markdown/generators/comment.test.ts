import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutComments } from '../../../../../src/core/content/markdown/generators/comment.ts'
import type { MarkdownDialect } from '../../../../../src/core/content/generators/site-rules.ts'
import { rulesOf } from '../../../../support/rules.ts'

/** Checks the body without its comments; `null` for a body that stays. */
function check(body: string, expected: string | null, dialect: MarkdownDialect = 'plain', isTemplate = false) {
  assert.equal(withoutComments(body, dialect, isTemplate), expected ?? body, body)
}

for (const [name, run] of rulesOf('readMarkdown():', check, [
  ['comments of each dialect are taken out',
    ['a %% x %% b', 'a  b'], ['a\n\n%%\nx\n\n# y\n%%\n\nb', `a${'\n'.repeat(8)}b`],
    ['{% comment %}x{% endcomment %}a', 'a'], ['{%- comment TODO -%}\nx\n{%- endcomment -%}\na', '\n\n\na'],
    ['{% comment %}x{% /comment %}a', 'a'], ['{% # x %}a', 'a'], ['{# x #}a{#x#}{#-\nx\n#}', 'a\n\n'],
    ['{{% comment %}}x{{% /comment %}}a{{< comment >}}x{{< /comment >}}', 'a'],
    ['a {::comment}x{:/comment} b\n\n{::comment}\nx\n{:/}', 'a  b\n\n\n\n'], ['{/* x */}a {>>x<<}', 'a '],
    ['{::options toc_levels="1..2" /}\na `{::options}`', '\na `{::options}`'],
    ['a {::nomarkdown}<b>c</b>{:/} d {::nomarkdown}e{:/nomarkdown} `{:/}`', 'a <b>c</b> d e `{:/}`'],
    ['a\n% x\nb\n%\n', 'a\n\nb\n\n', 'myst'], ['a\n%x\n%%HOST%%\nb %c', 'a\n\n\nb %c', 'myst'], ['a\n%x', null], ['a\n\n% x\n%\nb', 'a\n\n\n\nb'], ['% ```sh\n% `x\n% ```\na', '\n\n\na']],
  ['marks of Obsidian and MyST count in their dialects, and elsewhere only where prose has none',
    ['a %% x %% b\n\n% x\n\n+++ {}', null, 'mdx'], ['%% x %% b\n\n% x', null, 'liquid'], ['a %% x %% b', null, 'myst'],
    ['Write %%NAME%% and %%HOST%%', null], ['Write %%NAME%% and', 'Write  and', 'wiki'], ['%%d prints, %%s too', null],
    ['a 5\n% of all', null], ['a\n% 5\n% y\nb', 'a\n\n\nb'], ['%%a note%% b', ' b'], ['% x\n\n% y', '\n\n'], ['a\n% x', null, 'wiki'], ['+++ {"a": 1}\nb', '\nb']],
  ['code is text, and so is what Liquid leaves as it is',
    ['`%% a %%` and ``{# `a` #}``', null], ['```\n%%\n```\na\n```\n%%\n```', null],
    ['- ```\n  {% comment %}a{% endcomment %}\n  ```', null], ['a\n\n    %% b\n    %% c', null],
    ['{% raw %}{% comment %}a{% endcomment %}{% endraw %}', null], ['- a\n\n    %% x %%', '- a\n\n']],
  ['of a template it is not',
    ['```\na{% comment %}x{% endcomment %}\n%% b %%\n```', '```\na\n%% b %%\n```', 'liquid', true],
    ['`{% raw %}{% comment %}a{% endcomment %}{% endraw %}`', null, 'liquid', true]],
  ['what is never shown is a comment',
    ['{% if false %}x{% endif %}a', 'a'], ['{%- if jekyll.environment == "development" -%}x{% else %}a', 'a'],
    ['{% if page.x %}a{% endif %}', null]],
  ['a code span ends with its block',
    ['- a ` b\n- %% x %% ` c', '- a ` b\n-  ` c'], ['a ` b\n\n%% x %% ` c', 'a ` b\n\n ` c']],
  ['a comment without an end that starts on a line of its own has the rest of the page',
    ['a\n\n%%\nx\n\nx', 'a\n\n\n\n\n'], ['a\n{{< comment >}}\nx', 'a\n\n'], ['a %% b\n\nc', null], ['a {# b\n\nc', null]],
  ['percent signs, braces and ids are text',
    ['100%% of 20%% and \\%% a %%%', null], ['a %% b\n\nc %% d', null],
    ['## A {#id}\n\n## B {#id .c}\n\n## C {/* #id */}', null], ['50\n%PATH% is a\n{#if a}b{/if}', null],
    ['{{</* comment */>}}a{{</* /comment */>}}', null]],
])) test(name, run)

test('line breaks stay, so that lines keep their numbers', () => {
  const body = '%%\n```\nx\n```\n%%\n{% comment %}\n{% endcomment %}'
  assert.equal(withoutComments(body, 'plain'), '\n'.repeat(6))
})
