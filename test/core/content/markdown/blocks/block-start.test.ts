import { test } from 'node:test'
import { check } from '../../../../support/markdown.ts'

test('objects of an API leave their names', () => {
  check('a\n\n::: acme.models.Model\n    options:\n      members:\n        - run\n\nb', 'a\n\n‹acme.models.Model›\n\nb')
  check('## ::: acme.Model\n    handler: python\n\nb', '## acme.Model #acmemodel\nb')
  check('::: acme.a\n::: acme.b\nc', '‹acme.a›\n\n‹acme.b›\n\nc')
})

test('directives are no objects', () => {
  check('::: tip\na\n:::', 'a')
  check('::: a.b c\nd\n:::', '.b c\n\nd')
})
