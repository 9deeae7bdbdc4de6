/** What add-ons use of the graph: its record, its file, its reads. */
export { type Addresses, firstMoved, isGraphOf, sharedSections } from './graph/addresses.ts'
export {
  decodeGlossaryEntry, decodeNode, decodeSummary, EXTRACTIVE, type GlossaryEntry, type Graph, type KnowledgeNode,
  parseGraph,
} from './graph/graph.ts'
export type { GroupSize, Knowledge, SearchNeeds, SectionSummary } from './graph/knowledge.ts'
export { foldTerm, nearestNames } from './graph/names.ts'
export { withQueries } from './graph/queries.ts'
export { glossaryByName } from './graph/read.ts'
export { type Decode, fieldsOf, filledText, formatError, link, listOf, objectOf, orNull, text } from './graph/shape.ts'
