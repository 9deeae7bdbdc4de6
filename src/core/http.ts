/** What add-ons use of HTTP: requests, replies, handlers. */
export { eventStreamReply } from './http/wire/event-stream.ts'
export { isAllowedHost } from './http/wire/host.ts'
export type { Handler, HttpReply, HttpRequest, Target } from './http/wire/message.ts'
export { parseTarget, SERVICE_PATHS } from './http/wire/path.ts'
export {
  createReplyCache, errorReply, isUnknownPath, matchesEtag, methodReply, PIECE_BYTES, type Representation,
} from './http/wire/reply.ts'
