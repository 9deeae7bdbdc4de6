import { test } from 'node:test'
import { check } from '../../../../support/markdown.ts'
import { rulesOf } from '../../../../support/rules.ts'

for (const [name, run] of rulesOf('readMarkdown():', check, [
  ['objects of an API leave their names',
    ['a\n\n::: acme.models.Model\n    options:\n      members:\n        - run\n\nb', 'a\n\n‹acme.models.Model›\n\nb'],
    ['## ::: acme.Model\n    handler: python\n\nb', '## acme.Model #acmemodel\nb'],
    ['::: acme.a\n::: acme.b\nc', '‹acme.a›\n\n‹acme.b›\n\nc']],
  ['targets above a heading may be more than a call takes arguments', [`${'(a)=\n'.repeat(200_000)}## B\nc`, '## B #b\nc']],
  ['directives are no objects', ['::: tip\na\n:::', 'a'], ['::: a.b c\nd\n:::', '.b c\n\nd']],
])) test(name, run)
