import { test } from 'node:test'
import { check, checkMdxTree, checkTree } from '../../../../support/markdown.ts'
import { rulesOf } from '../../../../support/rules.ts'

for (const [name, run] of rulesOf('parseBlocks()', check, [
  ['separates paragraphs, and joins their lines',
    ['one\ntwo\n\n\nthree', 'one two\n\nthree'], ['  one\n      two', 'one two']],
  ['reads headings of both kinds',
    ['# T\n## A\n###### B ######\n#\n####### C\n#D\n\\# E', '## A #a\n###### B #b\n####### C #D # E'],
    ['# T\n## C#\n## D # #', '## C# #c\n## D # #d-'], ['A\n===\n\nB\n---\n\n---\nC\n-', '## B #b\n## C #c'],
    ['> A\n---\nB', 'A\n\nB']],
  ['drops thematic breaks', ['a\n\n---\n\nb\n***\nc\n_ _ _\nd', 'a\n\nb\n\nc\n\nd'], ['- a\n* * *\n- b', 'a\n\nb']],
  ['puts items on lines of their own, without their marks',
    ['Before\n\n- a\n+ b\n* c\n\nafter', 'Before\n\na\n\nb\n\nc\n\nafter'],
    ['1. a\n2. b\n   more\n10) c', 'a\nb more\n\nc'], ['- a\n  - b\n    - c\n  - d\n- e', 'a\nb\nc\nd\ne'],
    ['- a\n\n- b\n\n  two\n\n- c', 'a\nb\n\ntwo\nc'], ['- a\nlazy\n- b', 'a lazy\nb'],
    ['- [ ] to do\n- [x] done\n- [y] other', 'to do\ndone\n[y] other'], ['-\n  a\n- \n\n  b', 'a\n\nb']],
  ['takes for an item only what is one',
    ['-a\n1.b\n1234567890. c', '-a 1.b 1234567890. c'], ['In\n1985. a year\n- a', 'In 1985. a year\n\na']],
  ['keeps what belongs to an item in it',
    ['- a\n\n  ```js\n  b\n    c\n  ```\n- d', 'a\n\n⟦js:b\n  c⟧\n\nd'],
    ['1. a\n\n       code\n\n   b', 'a\n\n⟦:code⟧\n\nb'], ['- ## A\n  b\n- c', '## A #a\nb\nc'], ['-\ta\n\n\tb', 'a\n\nb']],
  ['reads quotes',
    ['> a\n> b\n\n> c\n>\n> - d\n> - e\nlazy', 'a b\n\nc\n\nd\ne lazy'], ['> > a\n>> b', 'a b'],
    ['> ```\n> a\n\nb', '⟦:a⟧\n\nb']],
  ['reads fences',
    ['```js\na\n\n  b\n```\nc', '⟦js:a\n\n  b⟧\n\nc'], ['~~~~\n```\n~~~\n~~~~~\na', '⟦:```\n~~~⟧\n\na'],
    ['  ```\n    a\n b\n  ```', '⟦:  a\nb⟧'], ['a\n```\n# b\n', 'a\n\n⟦:# b⟧'], ['``` a`b\nc', '``` a`b c'],
    ['```\n```', ''], ['$$\na_b_\n- {c}\n\n> d\n$$\n*e*', '⟦math:a_b_\n- {c}\n\n> d⟧\n\ne'], ['> $$\n> - *a*\n> $$', '⟦math:- *a*⟧'],
    ['$$\n- *a*', '$$\n\na'], ['$$ *a*\n$$\n\n## b\n\n$$', '$$ *a* $$\n## b #b\n$$']],
  ['keeps the title of a fence as a line before it',
    ['```ts title="src/a.ts" {1,3} showLineNumbers\nb\n```', 'src/a.ts\n\n⟦ts:b⟧'],
    ['```js [config.js]\na\n```', 'config.js\n\n⟦js:a⟧']],
  ['reads indented code', ['a\n\n    b\n\n\n      c\n\nd', 'a\n\n⟦:b\n\n\n  c⟧\n\nd'], ['a\n    b', 'a b'], ['\tb', '⟦:b⟧']],
  ['reads tables: a line a row, a tab between cells',
    ['| a | b |\n|---|:-:|\n| 1 | `2` |\n| x \\| y | **z** | more\n\nafter', 'a\tb\n1\t‹2›\nx | y\tz\tmore\n\nafter'],
    ['a | b\n-|-\nc\n> d', 'a\tb\nc\n\nd'], ['text\na | b\n--|--\n1 | 2', 'text\n\na\tb\n1\t2'],
    ['a | b\n--|--|--\nc', 'a | b --|--|-- c'], ['| a |\n|---|\n| b<br>c |\n| `d \\| e` |', 'a\nb c\n‹d | e›'],
    ['a\n---', '## a #a']],
  ['takes definitions of references off',
    ['[a]: /b\n[c]: <d e> "title"\n[f]:\n  /g\n  \'h\ni\'\ntext [a] [C] [f][]', 'text a C f'],
    ['text [A  b]\n\n> [a\n> B]: x', 'text A b'], ['[a]: b c', '[a]: b c'],
    ['[a]:\n\n[b]\n\n[]: c\n\n[d]: e "f" g', '[a]:\n\n[b]\n\n[]: c\n\n[d]: e "f" g'], ['[a]: /b\n===\n\n[a]', '===\n\na']],
  ['leaves footnotes where they are defined',
    ['a[^1] b[^n o].\n\n[^1]: The note\n    goes on\n\n    in parts', 'a b[^n o].\n\nThe note goes on\n\nin parts'],
    ['[^1]: a\n[^2]: b\n\nc', 'a\n\nb\n\nc']],
  ['reads definition lists',
    ['Term\n: One\n: Two\n\nOther\n:   Three\n    more', 'Term\n\nOne\nTwo\n\nOther\n\nThree more']],
  ['goes on at the same block when a tab stands for spaces', ['  - a\n\n\tb', 'a\n\nb'], ['>\t\ta', '⟦:  a⟧']],
  ['keeps text that is nested too deep',
    [`${'> '.repeat(100_000)}a`, `${'> '.repeat(100_000 - 32)}a`], [`${'- '.repeat(100_000)}a`, `${'- '.repeat(100_000 - 32)}a`],
    [`${'1. '.repeat(32)}## A\n\ntext`, '## A #a\ntext']],
])) test(name, run)

test('parseBlocks() keeps lists with their numbers, nesting and marks of tasks', () => {
  checkTree('- a\n  - b\n\n    c\n- d', '<list><item><p>a</p><list><item><p>b</p><p>c</p></item></list></item><item><p>d</p></item></list>')
  checkTree('3. a\n4. b\n\n1) c', '<list first=3><item><p>a</p></item><item><p>b</p></item></list><list first=1><item><p>c</p></item></list>')
  checkTree('- a\n\n- b\n\nc', '<list><item><p>a</p></item><item><p>b</p></item></list><p>c</p>')
  checkTree('- [ ] a\n- [x] b\n- [X] c\n- d', '<list><item><p>a</p></item><item isDone><p>b</p></item><item isDone><p>c</p></item><item><p>d</p></item></list>')
  checkTree('- a\n\n  ```js\n  b\n  ```\n- c', '<list><item><p>a</p><code lang=js>b</code></item><item><p>c</p></item></list>')
  checkTree('- a\n* b', '<list><item><p>a</p></item></list><list><item><p>b</p></item></list>')
  checkMdxTree('1. a\n\n   <br />\n\n   b\n2. c', '<list first=1><item><p>a</p><p>b</p></item><item><p>c</p></item></list>')
})

for (const [name, run] of rulesOf('parseBlocks()', checkTree, [
  ['keeps quotes and what is in them',
    ['> a\n> - b\n>\n> > c\n\nd', '<quote><p>a</p><list><item><p>b</p></item></list><quote><p>c</p></quote></quote><p>d</p>']],
  ['keeps tables with their header and empty cells',
    ['| a | b |\n|--|--|\n| `c` |  |\n\nd', '<table><row isHeader><cell>a</cell><cell>b</cell></row><row><cell><inline-code>c</inline-code></cell><cell></cell></row></table><p>d</p>']],
  ['keeps code with its title and its marked lines',
    ['```js title="a.js" ins={2}\nb\nc\n```\n\n    d', '<figure><title>a.js</title><code lang=js inserted=2>b⏎c</code></figure><code>d</code>'],
    ['```ts\n\na // [!code --]\n```', '<code lang=ts deleted=1>a</code>']],
  ['keeps definitions with their terms in one list',
    ['Term\n: One\n: Two\n\nOther\n\n:   Three\n\n    more\n\nafter', '<definitions><term>Term</term><definition><p>One</p></definition><definition><p>Two</p></definition><term>Other</term><definition><p>Three</p><p>more</p></definition></definitions><p>after</p>']],
  ['keeps footnotes with their labels',
    ['[^a]: one\n\n    two\n\n[^2]: three\n\nb', '<footnote label=A><p>one</p><p>two</p></footnote><footnote label=2><p>three</p></footnote><p>b</p>']],
  ['ends all elements where a section starts',
    ['- a\n\n  ## B\n\n  c\n\n- d', '<list><item><p>a</p></item></list> § <p>c</p><list><item><p>d</p></item></list>']],
  ['ends a directive in the items below its start',
    [':::tip\n- a\n  :::\nb', '<callout kind=tip><list><item><p>a</p></item></list></callout><p>b</p>'],
    [':::tip\n- :::note\n  a\n  :::\n- b\n\n  :::\n\nc', '<callout kind=tip><list><item><callout kind=note><p>a</p></callout></item><item><p>b</p></item></list></callout><p>c</p>'],
    [':::tip\n> a\n> :::\n\nb\n\n:::\n\nc', '<callout kind=tip><quote><p>a</p></quote><p>b</p></callout><p>c</p>']],
])) test(name, run)
