// Names of properties that only the module itself reads and writes: bundles give them short ones. A name of a message, of
// an index, of stored data, of a text or of the platform must not be here: `test/bin/own-names.test.ts` checks it.

/** Names that are the overlay's alone. */
export const OVERLAY_NAMES = [
  'add', 'announce', 'canAsk', 'children', 'choose', 'clear', 'client', 'dock', 'element', 'explain', 'fault', 'flush',
  'hint', 'icon', 'isLasting', 'isLink', 'isOpen', 'isQuestion', 'kind', 'list', 'move', 'note',
  'onAgain', 'onChange', 'onEvent', 'onPiece', 'onRate', 'onReply', 'path', 'press', 'rate',
  'report', 'rows', 'save', 'scroller', 'seconds', 'session', 'suggest',
  'tag', 'toggleSide', 'turn', 'update', 'write',
]

/** Names that are alone those of the search in a static index. */
export const SEARCH_NAMES = [
  'accumulators', 'alternatives', 'analyze', 'averages', 'backwards', 'bits', 'block', 'blockEnd', 'blocks',
  'bloomFilter', 'boundPosting', 'budget', 'byLetter', 'byte', 'canCompete', 'candidates', 'cells', 'chunkAt',
  'chunks', 'clauses', 'codes', 'columns', 'common', 'compound', 'confidence', 'correctedTo', 'count', 'countCodes',
  'counts', 'coverage', 'covers', 'cursor', 'dictionary', 'distance', 'distances', 'docFreq', 'eachEnding', 'edits',
  'excerpt', 'exchanged', 'excluded', 'expansions', 'filterValues', 'findMatches', 'finish', 'graphemeAt',
  'hasPositions', 'headingIdf', 'idfShare', 'intros', 'isAllowed', 'isBlock', 'isCompound', 'isExact', 'isHeader',
  'isLarge', 'isNative', 'isPrefix', 'isWhole', 'isWholeName', 'joined', 'lacksPhrase', 'last', 'lastEnd', 'least',
  'leastDistance', 'lengths', 'list', 'listMax', 'loaded', 'lookUp', 'marked', 'mask', 'maxScore',
  'maxScores', 'maxima', 'measures', 'missing', 'most', 'near', 'number', 'numberOf', 'numbers', 'occurrence', 'offer',
  'offset', 'onLookUp', 'order', 'ordinal', 'ownTerms', 'pageTitlesOnly', 'parts', 'pathScore', 'pending',
  'pendingBits', 'perPage', 'phrase', 'phrases', 'plain', 'position', 'positionEnds', 'positions', 'positionsStart',
  'postings', 'prefix', 'queryTerm', 'queryTerms', 'quoted', 'rank', 'reader', 'readyOf', 'remaining', 'required',
  'room', 'row', 'rows', 'rowsOf', 'scopeOf', 'scopes', 'score', 'scorePosting', 'sentenceStart', 'separator',
  'shared', 'sharedLength', 'show', 'slope', 'spelling', 'spellings', 'starts', 'stem', 'strength', 'structure',
  'suffix', 'sums', 'table', 'term', 'termIdf', 'terms', 'termsOf', 'textOf', 'texts', 'textsOf', 'threshold',
  'titleChunks', 'titleIdf', 'titleKeys', 'titleShare', 'titleStarts', 'titled', 'touched', 'touchedByClause', 'typed',
  'typedRatios', 'typoOf', 'units', 'upperBound', 'view', 'viewerFor', 'visit', 'walk', 'watch', 'weights',
  'windowMax', 'withoutTitleMatch', 'word', 'wordEnd', 'wordOf', 'wordStart', 'wordTerms', 'wordWeight', 'wordsOf',
  'workspace', 'zones',
]
