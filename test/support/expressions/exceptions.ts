/** Regular expressions whose work grows faster than their text, each with the bound of the texts that they are used for. */

type Exception = readonly [file: string, name: string, reason: string]

/** File, name of the constant or function, and the bound that makes it harmless. */
export const EXCEPTIONS: readonly Exception[] = [
  ['addons/overlay/node/overlay-file.ts', 'IMPORT', 'reads sources of this package'],
  ['addons/setup/init/service-plan.ts', 'mountStep', 'reads constants of `frameworks.ts`'],
  ['core/base/text.ts', 'groupDigits', 'the digits of one number'],
  ['core/content/bytes.ts', 'DECLARATION', 'the first 1,024 characters of a page'],
  ['core/content/generators/path-pattern.ts', 'PIECE', 'globs of at most 1,000 UTF-16 units'],
  ['core/content/includes/include-forms.ts', 'snippet', 'a line of a block, or a quoted name: at most 400 UTF-16 units'],
  ['core/content/markdown/inlines/heading-text.ts', 'BRACKETS', 'the last 200 UTF-16 units of a heading'],
  ['core/content/markdown/inlines/heading-text.ts', 'DOCSIFY_ID', 'the last 200 UTF-16 units of a heading'],
  ['core/content/markdown/inlines/heading-text.ts', 'DOCSIFY_MARK', 'the last 200 UTF-16 units of a heading'],
  ['core/content/markdown/syntax/code-block.ts', 'LINE_END', 'lines of at most 200 UTF-16 units'],
  ['core/content/site/template-address.ts', 'TEMPLATE', 'addresses of at most 2,000 UTF-16 units'],
  ['core/graph-builder/prose/sentence.ts', 'isEnd', '12 characters before a full stop'],
  ['core/graph-builder/rules/glossary.ts', 'otherNumber', 'terms of at most 60 UTF-16 units'],
  ['core/graph/graph.ts', 'QUERIES', 'reads what `JSON.stringify` wrote: each list has its end, and no text has a line break'],
  ['core/llm/client/adapt.ts', 'ABOUT_LIMIT', 'messages of at most 1,000 UTF-16 units about a server'],
  ['core/llm/client/adapt.ts', 'NO_TOOLS', 'the same'],
  ['core/llm/client/thinking.ts', 'LAST', 'the last 150 UTF-16 units of a turn, which were held back'],
  ['core/llm/client/thinking.ts', 'WRAPPED_LAST', 'the same'],
  ['core/llm/client/thinking.ts', 'TAIL', 'the same'],
  ['core/llm/protocols/reply.ts', 'KINDS', 'names and texts of at most 1,000 UTF-16 units'],
  ['core/search/index/compound-pair.ts', 'STEM', 'terms of words of at most 48 characters'],
  ['core/text/english-stemmer.ts', 'pairs', 'reads constants of its file'],
  ['core/text/segment.ts', 'SIGIL', 'the 8 characters before a word'],
  ['core/text/stemmer.ts', 'MARKS_AT_END', 'a term has one mark at its end'],
]
