// src/static/read/reply.ts -> the modules that search a static index in the page: `search.js` for all languages, and
// `search-en.js`, which is smaller, for English alone.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from './bundle.js'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))

/** Modules that are made for the speed of a server -> smaller ones, which give the same. */
const SMALLER = {
  'search/query/near-words.ts': 'near-words.ts',
  'search/strings/bloom-filter.ts': 'bloom-filter.ts',
  'text/word-table.ts': 'word-table.ts',
}
const ENGLISH = Object.fromEntries([
  ...['french', 'german', 'korean', 'portuguese', 'russian', 'spanish'].map((name) => [`text/stem/${name}.ts`, 'english.ts']),
  ['text/stop-words-other.ts', 'english.ts'],
])

/** Names of properties that are the search's alone: not of the wire, the index or the page. */
const OWN_NAMES = [
  'accumulators', 'alternatives', 'analyze', 'averages', 'backwards', 'bits', 'block', 'blockEnd', 'blockMax',
  'blocks', 'bloomFilter', 'budget', 'byLetter', 'byte', 'canCompete', 'candidates', 'cells', 'chunkAt', 'chunks',
  'clauses', 'codes', 'columns', 'common', 'compound', 'confidence', 'correctedTo', 'count', 'countCodes', 'counts',
  'coverage', 'covers', 'cursor', 'dictionary', 'distance', 'distances', 'docFreq', 'eachEnding', 'edits',
  'excerpt', 'exchanged', 'excluded', 'expansions', 'filterValues', 'findMatches', 'finish', 'graphemeAt',
  'hasPositions', 'headingIdf', 'intros', 'isAllowed', 'isBlock', 'isCompound', 'isExact', 'isHeader', 'isLarge',
  'isNative', 'isPrefix', 'isWhole', 'isWholeName', 'joined', 'lacksPhrase', 'last', 'lastEnd', 'laterBound',
  'least', 'leastDistance', 'lengths', 'list', 'listMax', 'loaded', 'lookUp', 'marked', 'mask', 'matchAt',
  'maxScore', 'maxima', 'measures', 'missing', 'most', 'near', 'number', 'numberOf', 'numbers', 'occurrence',
  'offer', 'offset', 'onLookUp', 'order', 'ordinal', 'ownTerms', 'pageTitlesOnly', 'parts', 'pending',
  'pendingBits', 'perPage', 'phrase', 'phrases', 'plain', 'position', 'positionEnds', 'positions', 'positionsStart',
  'postings', 'prefix', 'queryTerm', 'queryTerms', 'quoted', 'rank', 'reader', 'remaining', 'remainingBound',
  'required', 'room', 'row', 'rows', 'rowsOf', 'scopeOf', 'scopes', 'score', 'scorePosting', 'sentenceStart',
  'separator', 'shared', 'sharedLength', 'show', 'slope', 'spelling', 'spellings', 'starts', 'stem', 'strength',
  'structure', 'suffix', 'sums', 'table', 'term', 'terms', 'termsOf', 'textOf', 'texts', 'textsOf', 'threshold',
  'titleChunks', 'titleIdf', 'titleKeys', 'titleShare', 'titleStarts', 'titled', 'touched', 'touchedByClause',
  'typed', 'typedRatios', 'typoOf', 'units', 'upperBound', 'view', 'viewerFor', 'visit', 'walk', 'watch', 'weights',
  'withoutTitleMatch', 'word', 'wordEnd', 'wordOf', 'wordStart', 'wordTerms', 'wordWeight', 'wordsOf', 'workspace',
  'zones',
]

/** Puts the content of other modules in place of some. */
function replaceModules(replacements) {
  return {
    name: 'replace-modules',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const replacement = replacements[path.replaceAll('\\', '/').split('/src/').at(-1)]
        if (replacement === undefined) return undefined
        const file = at(`../src/static/page/${replacement}`)
        return { contents: readFileSync(file), resolveDir: at('../src/static/page'), loader: 'ts' }
      })
    },
  }
}

/** Writes both modules into a folder. */
export async function buildSearch(outdir) {
  const modules = { search: SMALLER, 'search-en': { ...SMALLER, ...ENGLISH } }
  for (const [name, replacements] of Object.entries(modules)) {
    const plugins = [replaceModules(replacements)]
    await bundle(at('../src/static/read/reply.ts'), join(outdir, `${name}.js`), { ownNames: OWN_NAMES, plugins })
  }
}
