/** What add-ons use of event streams. */
export { formatFrame } from './sse/write.ts'
