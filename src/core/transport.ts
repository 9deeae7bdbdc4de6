/** What add-ons use of requests to other machines. */
export { reasonOf } from './transport/reason.ts'
export { isRedirect, readText, send } from './transport/send.ts'
export { startTimeout, type Timeout } from './transport/timeout.ts'
