/** What add-ons use of HTTP: requests, replies, handlers. */
export { isAllowedHost } from './http/wire/caller.ts'
export type { Handler, HttpReply, HttpRequest, Target } from './http/wire/message.ts'
export { acceptWeights, parseTarget, SERVICE_PATHS } from './http/wire/request.ts'
export {
  createByteCache, createReplyCache, errorReply, eventStreamReply, isUnknownPath, matchesEtag, methodReply, PIECE_BYTES,
  type Representation,
} from './http/wire/reply.ts'
