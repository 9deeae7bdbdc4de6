/** What add-ons use of a deployed service. */
export { askEndpoint } from './client/answer.ts'
