/** Pages whose headings are in boxes -> the sections that the reader shows, as trees. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinSections } from '../../../../src/addons/reader/html/joined-sections.ts'
import { chunkPages, formatPage } from '../../../../src/core/content/chunk.ts'
import { rulesOf } from '../../../support/rules.ts'
import { siteOf } from '../../../support/site-of.ts'
import { treeOf } from '../../../support/structure.ts'

const chunksOf = (text: string, path = 'a.md') => chunkPages(siteOf({ [path]: text }).pages)

function check(text: string, expected: string, path?: string) {
  const shown = joinSections(chunksOf(text, path)).map((chunk) => `${chunk.anchor ?? ''}:${treeOf(chunk)}`)
  assert.equal(shown.join(' § '), expected, text)
}

const heading = (id: string, depth: number, text: string) => `<heading depth=${depth}><anchor id=${id}></anchor><link href=#${id}>${text}</link></heading>`

for (const [name, run] of rulesOf('joinSections()', check, [
  ['keeps headings in the box around them',
    ['# T\n\n## A\n\n<details>\n<summary>S</summary>\n\n### B\n\nb\n\n</details>\n\nc\n\n## D\n\nd',
      `: § a:<details><title>S</title>${heading('b', 2, 'B')}<p>b</p></details><p>c</p> § d:<p>d</p>`],
    ['# T\n\n::: details S\na\n\n## B\n\nb\n\n## C\n:::\n\nc', `:<details><title>S</title><p>a</p>${heading('b', 1, 'B')}<p>b</p></details> § c:<p>c</p>`],
    ['# T\n\n!!! note "N"\n\n    ## A\n\n    a\n\nb', `:<callout kind=note><title>N</title>${heading('a', 1, 'A')}<p>a</p></callout><p>b</p>`],
    ['<h1>T</h1><details><summary>S</summary><h2 id="b">B</h2><p>b</p></details><p>c</p>', `:<details><title>S</title>${heading('b', 1, 'B')}<p>b</p></details><p>c</p>`, 'a.html']],
  ['keeps tabs together',
    ['# T\n\n=== "A"\n\n    ## X\n\n    x\n\n=== "B"\n\n    b\n\n    ## Y\n\n    y\n\n## Z\n\nz',
      `:<tabs><tab><title>A</title>${heading('x', 1, 'X')}<p>x</p></tab><tab><title>B</title><p>b</p>${heading('y', 1, 'Y')}<p>y</p></tab></tabs> § z:<p>z</p>`],
    ['# T\n\n=== "A"\n\n    ??? note "S"\n\n        ## X\n\n        x\n\n    a\n\nb',
      `:<tabs><tab><title>A</title><details><title>S</title>${heading('x', 1, 'X')}<p>x</p></details><p>a</p></tab></tabs><p>b</p>`]],
  ['leaves what goes on in no box of the section above, and boxes in lists, where they are',
    ['# T\n\n<details>\n\n## A\n\na\n\n</details>\n\nb', ': § a:<p>a</p><p>b</p>'],
    ['# T\n\n- <details><summary>S</summary>\n\n  ## A\n\n  a\n\n  </details>', ': § a:<p>a</p>'.replace(': §', ':<list><item><details><title>S</title></details></item></list> §')]],
])) test(name, run)

test('a heading in a box changes no text of its sections, and no Markdown', () => {
  const chunks = chunksOf('# T\n\n=== "A"\n\n    ## X\n\n    x\n\n=== "B"\n\n    b')
  assert.deepEqual(chunks.map(({ text }) => text), ['A', 'x\n\nB\n\nb'])
  const tabs = '<tabs>\n<tab label="A">\n\n\n\n</tab>\n</tabs>\n\n## X\n\nx\n\n<tabs>\n<tab label="B">\n\nb\n\n</tab>\n</tabs>\n'
  assert.equal(formatPage(chunks).split('/a/\n\n')[1], tabs)
})
