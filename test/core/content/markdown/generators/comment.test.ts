import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutComments } from '../../../../../src/core/content/markdown/generators/comment.ts'

/** Checks the body without its comments; `null` for a body that stays. */
function check(body: string, expected: string | null) {
  assert.equal(withoutComments(body), expected ?? body, body)
}

test('comments of each dialect are taken out', () => {
  check('a %% x %% b', 'a  b')
  check('a\n\n%%\nx\n\n# y\n%%\n\nb', `a${'\n'.repeat(8)}b`)
  check('{% comment %}x{% endcomment %}a', 'a')
  check('{%- comment TODO -%}\nx\n{%- endcomment -%}\na', '\n\n\na')
  check('{% comment %}x{% /comment %}a', 'a')
  check('{% # x %}a', 'a')
  check('{# x #}a{#x#}{#-\nx\n#}', 'a\n\n')
  check('{{% comment %}}x{{% /comment %}}a{{< comment >}}x{{< /comment >}}', 'a')
  check('a {::comment}x{:/comment} b\n\n{::comment}\nx\n{:/}', 'a  b\n\n\n\n')
  check('{/* x */}a {>>x<<}', 'a ')
  check('a\n% x\nb\n%\n', 'a\n\nb\n\n')
})

test('line breaks stay, so that lines keep their numbers', () => {
  const body = '%%\n```\nx\n```\n%%\n{% comment %}\n{% endcomment %}'
  assert.equal(withoutComments(body), '\n'.repeat(6))
})

test('code is text, and so is what Liquid leaves as it is', () => {
  check('`%% a %%` and ``{# `a` #}``', null)
  check('```\n%%\n```\na\n```\n%%\n```', null)
  check('- ```\n  {% comment %}a{% endcomment %}\n  ```', null)
  check('a\n\n    %% b\n    %% c', null)
  check('{% raw %}{% comment %}a{% endcomment %}{% endraw %}', null)
  check('- a\n\n    %% x %%', '- a\n\n')
})

test('a code span ends with its block', () => {
  check('- a ` b\n- %% x %% ` c', '- a ` b\n-  ` c')
  check('a ` b\n\n%% x %% ` c', 'a ` b\n\n ` c')
})

test('a comment without an end that starts on a line of its own has the rest of the page', () => {
  check('a\n\n%%\nx\n\nx', 'a\n\n\n\n\n')
  check('a\n{{< comment >}}\nx', 'a\n\n')
  check('a %% b\n\nc', null)
  check('a {# b\n\nc', null)
})

test('percent signs, braces and ids are text', () => {
  check('100%% of 20%% and \\%% a %%%', null)
  check('a %% b\n\nc %% d', null)
  check('## A {#id}\n\n## B {#id .c}\n\n## C {/* #id */}', null)
  check('50\n%PATH% is a\n{#if a}b{/if}', null)
  check('{{</* comment */>}}a{{</* /comment */>}}', null)
})
