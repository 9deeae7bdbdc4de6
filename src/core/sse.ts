/** What add-ons use of event streams. */
export { createSseParser } from './sse/parse.ts'
export { formatFrame } from './sse/write.ts'
