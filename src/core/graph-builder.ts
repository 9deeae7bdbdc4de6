/** What add-ons use of the graph builder. */
export { EXTRACTIVE } from './graph-builder/rules/extract.ts'
