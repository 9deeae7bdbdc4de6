/** What add-ons use of requests to other machines, a deployed service among them, and of event streams. */
export { askEndpoint } from './client/answer.ts'
export { formatFrame } from './sse/event-stream.ts'
export { isRedirect, readText, reasonOf, send, startTimeout, type Timeout } from './transport/send.ts'
