import { test } from 'node:test'
import { check, checkMdx } from '../../../support/markdown.ts'

test('a value that only the generator knows falls where it is all that a block has', () => {
  check('a\n\n{{ npm_tabs({\n  command: "install",\n}) }}\n\nb', 'a\n\nb')
  check('- {{ item.text }}\n- b\n\n## {{ title }}\n\n## B', 'b\n## B #b')
  check('<h2>\n  {{ title }}\n</h2>\n\n<h2 id="b">{{ "B" }}</h2>', '## B #b')
  check('Version {{ version }}.\n\n{{ a }} and {{ b }}\n\n`{{ c }}`', 'Version {{ version }}.\n\n{{ a }} and {{ b }}\n\n‹{{ c }}›')
})

test('literals and values of the frontmatter are text', () => {
  check('{{ "a" }}', 'a')
  check('---\ntitle: A\nx:\n  y: 2\n---\n## {{ $frontmatter.title }} b\n\n{{ page.x.y }} {{page.z}}', '## A b #a-b\n2')
  checkMdx('---\ntitle: A\n---\n{frontmatter.title}', 'A')
})
