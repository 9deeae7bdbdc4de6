import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check, checkTree, outlineOf } from '../../../../support/markdown.ts'
import { rulesOf } from '../../../../support/rules.ts'

const checkRetype = (text: string, expected: string) => assert.equal(outlineOf(text, 'retype'), expected, text)
const checkRetypeTree = (text: string, expected: string) => checkTree(text, expected, 'retype')

for (const [name, run] of rulesOf('readMarkdown() of Retype', checkRetypeTree, [
  ['reads callouts by their marks, with kinds and titles',
    ['!!!\na\n!!!\nb', '<callout kind=note><p>a</p></callout><p>b</p>'],
    ['!!!danger A *b* {#c .d}\ne\n!!!', '<callout kind=danger><title><anchor id=c></anchor>A <emphasis>b</emphasis></title><p>e</p></callout>'],
    ['!!!ghost\na\n!!!\n!!-tip B\nc\n!!!', '<callout kind=note><p>a</p></callout><callout kind=tip><title>B</title><p>c</p></callout>'],
    ['- a\n  !!! B\n  c\n  !!!\n- d', '<list><item><p>a</p><callout kind=note><title>B</title><p>c</p></callout></item><item><p>d</p></item></list>']],
  ['reads panels, one after the other, whose end is no underline of a heading',
    ['=== A\nb\n===\nc', '<details><title>A</title><p>b</p></details><p>c</p>'],
    ['==- A\nb\n=== C\n- d\n==-\ne', '<details><title>A</title><p>b</p></details><details><title>C</title><list><item><p>d</p></item></list></details><p>e</p>']],
  ['reads tabs, columns and steps',
    ['+++ A\nb\n\n+++ C {.d}\n```js\ne\n```\n+++\nf',
      '<tabs><tab><title>A</title><p>b</p></tab><tab><title>C</title><code lang=js>e</code></tab></tabs><p>f</p>'],
    ['||| A\nb\n||| C\nd\n|||', '<p><strong>A</strong></p><p>b</p><p><strong>C</strong></p><p>d</p>'],
    ['>>> 12. A\nb\n\n>>> C\n!!!\nd\n!!!\n>>>\n\n> e',
      '<p><strong>A</strong></p><p>b</p><p><strong>C</strong></p><callout kind=note><p>d</p></callout><quote><p>e</p></quote>']],
  ['reads the title and lines of code',
    ['```js #2 A b\nc\nd\n```', '<figure><title>A b</title><code lang=js marked=2>c⏎d</code></figure>'],
    ['``` A b\nc\n```', '<figure><title>A b</title><code>c</code></figure>'],
    ['```js !#\na\n```', '<code lang=js>a</code>'], ['```js title="A"\nb\n```', '<figure><title>A</title><code lang=js>b</code></figure>']],
  ['reads components in sentences',
    ['[!badge A|success] [!button text="B" icon="c"](d.md)', '<p>A <link href=d.md>B</link></p>'],
    ['[!ref](/a/b.md) [!file](/c/d.txt) [!embed](https://e.com)', '<p><link href=/a/b.md>/a/b</link> <link href=/c/d.txt>d.txt</link></p>'],
    ['A {.b}\n\n| C |\n|---|\n| [!badge D|tip] |', '<p>A</p><table><row isHeader><cell>C</cell></row><row><cell>D</cell></row></table>'],
    [':icon-git-branch: A [[b|c]]', '<p>A <link href=[[b]]>c</link></p>']],
])) test(name, run)

test('readMarkdown() takes signs of Retype for text where they are none, and on pages of others', () => {
  checkRetype('```\n!!!\n+++ A\n```\n\n`[!badge A]` +++A\n\n|||\n\nb\n\n+++', '⟦:!!!\n+++ A⟧\n\n‹[!badge A]› +++A\n\n|||\n\nb\n\n+++')
  checkRetype('A\n===\n\n| a |\n|---|\n| b |', 'a\nb')
  check('!!! A b\nc\n!!!\n\n+++ D\ne\n+++\n\n[!badge F] :icon-g:', '!!! A b c !!!\n\n+++ D e +++\n\n[!badge F] :icon-g:')
})
