import { test } from 'node:test'
import { check, checkMdx } from '../../../../support/markdown.ts'

test('a value that only the generator can compute is left out where it is all that a block has', () => {
  check('a\n\n{{ npm_tabs({\n  command: "install",\n}) }}\n\nb', 'a\n\nb')
  check('- {{ t("item") }}\n- b\n\n## {{ titles[0] }}\n\n{{ title | safe }}\n\n## B', 'b\n## B #b')
  check('<h2>\n  {{ t("title") }}\n</h2>\n\n<h2 id="b">{{ "B (c)" }}</h2>', '## B (c) #b')
  check('{{ a() }} and {{ b() }}\n\n`{{ c() }}`', '{{ a() }} and {{ b() }}\n\n‹{{ c() }}›')
})

test('names between braces are text, since pages about templates show them', () => {
  check('- {{sender}}\n- {{ user.name }}\n\n{{subject}}', '{{sender}}\n{{ user.name }}\n\n{{subject}}')
  check('## {{each}}\n\na\n\n<h2 id="if">{{#if}}</h2>\n\nVersion {{ version }}.', '## {{each}} #each\na\n## {{#if}} #if\nVersion {{ version }}.')
})

test('literals and values of the frontmatter are text', () => {
  check('{{ "a" }}', 'a')
  check('---\ntitle: A\nx:\n  y: 2\n---\n## {{ $frontmatter.title }} b\n\n{{ page.x.y }} or {{page.z}}', '## A b #a-b\n2 or {{page.z}}')
  checkMdx('---\ntitle: A\n---\n{frontmatter.title}', 'A')
})
