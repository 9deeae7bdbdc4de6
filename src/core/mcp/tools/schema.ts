/**
 * The contract's records as JSON Schema, valid in draft-07 and 2020-12. All objects allow additional properties: with a
 * closed schema, clients would report new members as errors.
 */

/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>

const STRING: Schema = { type: 'string' }
const INTEGER: Schema = { type: 'integer' }
const STRING_OR_NULL: Schema = { type: ['string', 'null'] }
const STRINGS = listOf(STRING)

/** Members of a result that was cut. */
const CUT: Schema = {
  truncated: { type: 'boolean', description: 'True when the result was cut to fit' },
  total: { type: 'integer', description: 'Number of all entries' },
}

const GLOSSARY_ENTRY = record({ term: STRING, aliases: STRINGS, definition: STRING })

const SECTION_SUMMARY = record(
  { id: STRING, title: STRING, url: STRING },
  { heading: STRING_OR_NULL, group: STRING_OR_NULL },
)

const KEYWORD_RESULT = { title: STRING, url: STRING, snippet: STRING }
const KEYWORD_OPTIONAL = { heading: STRING, group: STRING }

const GROUPS = listOf(
  record({ group: STRING, sections: INTEGER }),
  'Groups of the site and how many sections each has; ask for one of them',
)

/** Result of `glossary_list`: all terms, or those that fit. */
export const GLOSSARY_LIST_OUTPUT = record({ terms: listOf(GLOSSARY_ENTRY) }, CUT)

/** Result of `glossary_get`. */
export const GLOSSARY_GET_OUTPUT = record(
  { term: STRING, aliases: STRINGS, definition: STRING },
  { truncated: CUT['truncated'], total: record({}, { aliases: INTEGER, definitionLength: INTEGER }) },
)

/** Result of `sections_list`: all sections, or those that fit; `groups` if the list is cut or empty. */
export const SECTIONS_LIST_OUTPUT = record({ sections: listOf(SECTION_SUMMARY) }, { ...CUT, groups: GROUPS })

/** Result of `section_get`. */
export const SECTION_GET_OUTPUT = record(
  {
    id: STRING,
    kind: STRING,
    title: STRING,
    url: STRING,
    summary: STRING,
    facts: listOf(record({ kind: STRING, literal: STRING, chunkId: STRING })),
    sources: listOf(record({ chunkId: STRING, url: STRING }, { anchor: STRING_OR_NULL })),
    mode: STRING,
    terms: STRINGS,
  },
  {
    heading: STRING_OR_NULL,
    group: STRING_OR_NULL,
    truncated: CUT['truncated'],
    total: record({}, { summaryLength: INTEGER, facts: INTEGER, sources: INTEGER, terms: INTEGER }),
  },
)

/** Result of `overview`: table of contents and orientation. */
export const OVERVIEW_OUTPUT = record(
  { overview: STRING, context: STRING },
  { truncated: CUT['truncated'], total: record({}, { overviewLength: INTEGER, contextLength: INTEGER }) },
)

/** Result of `search`, with the ids that `section_get` takes. */
export const SEARCH_OUTPUT = record(
  { query: STRING, results: listOf(record({ id: STRING, ...KEYWORD_RESULT }, { ...KEYWORD_OPTIONAL, alsoIn: STRINGS })) },
  CUT,
)

/** Result of `answer`: a generated answer (`mode` agentic) or keyword results (`mode` keyword). */
export const ANSWER_OUTPUT = record(
  { mode: { type: 'string', enum: ['agentic', 'keyword'] }, model: STRING },
  {
    answer: { type: 'string', description: 'Markdown; its links are among the sources' },
    sources: listOf(record({ url: STRING }, { title: STRING, heading: STRING, group: STRING, terms: STRINGS })),
    searches: STRINGS,
    outcome: record({}, { id: STRING, outcome: STRING, support: STRING, cited: STRINGS, opened: STRINGS }),
    warning: { type: 'string', description: 'Why there are keyword results instead of an answer' },
    query: STRING,
    results: listOf(record(KEYWORD_RESULT, KEYWORD_OPTIONAL)),
    truncated: CUT['truncated'],
    total: record({}, { answerLength: INTEGER, sources: INTEGER, searches: INTEGER, results: INTEGER }),
  },
)

/** The schema of an object with these members; those of `optional` may be absent. */
function record(required: Schema, optional: Schema = {}): Schema {
  const names = Object.keys(required)
  const properties = { ...required, ...optional }
  return { type: 'object', properties, ...(names.length === 0 ? {} : { required: names }) }
}

function listOf(items: Schema, description?: string): Schema {
  return { type: 'array', items, ...(description === undefined ? {} : { description }) }
}
