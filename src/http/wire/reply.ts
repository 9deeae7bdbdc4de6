/**
 * Values -> replies: JSON with its headers, Error bodies, and the replies to
 * reads, which carry an entity tag and are kept as long as what they show.
 */
import { entityTag, namesTag } from './etag.ts'
import type { HttpReply, HttpRequest } from './message.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Seconds that a browser or proxy may show a read without asking again. */
const READ_MAX_AGE = 60

const encoder = new TextEncoder()

type Headers = HttpReply['headers']

/** A JSON reply that nobody may store. */
export function jsonReply(status: number, value: unknown, headers: Headers = {}): HttpReply {
  return {
    status,
    headers: {
      'content-type': JSON_TYPE,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    body: JSON.stringify(value),
  }
}

/** A failure with the contract's Error body. */
export function errorReply(status: number, error: string, headers: Headers = {}): HttpReply {
  return jsonReply(status, { error }, headers)
}

/** A reply without content. */
export function emptyReply(headers: Headers): HttpReply {
  return { status: 204, headers: { 'x-content-type-options': 'nosniff', ...headers }, body: null }
}

/** What a read shows: its media type and its text, made when it is first asked for. */
export interface Representation {
  readonly type: string
  readonly text: () => string
}

/** A read in both of its forms, ready to be sent any number of times. */
interface ReadReply {
  readonly tag: string
  readonly full: HttpReply
  readonly notModified: HttpReply
}

/** Answers a read of `subject`, or says that the client's copy still stands. */
export type ReadReplies = (
  request: HttpRequest,
  subject: object,
  representation: Representation,
) => Promise<HttpReply>

/**
 * Replies to reads. A reply is written and hashed once for each subject and
 * goes with it; a subject is therefore an object that doesn't change, and
 * always has the same representation.
 */
export function createReadReplies(): ReadReplies {
  const replies = new WeakMap<object, Promise<ReadReply>>()

  return async function reply(request, subject, representation) {
    let made = replies.get(subject)
    if (made === undefined) {
      made = createReadReply(representation)
      replies.set(subject, made)
    }
    const { tag, full, notModified } = await made
    return namesTag(request.header('if-none-match'), tag) ? notModified : full
  }
}

async function createReadReply({ type, text }: Representation): Promise<ReadReply> {
  const body = text()
  const bytes = encoder.encode(body)
  const tag = await entityTag(bytes)
  const common = {
    etag: tag,
    'cache-control': `public, max-age=${READ_MAX_AGE}`,
    'x-content-type-options': 'nosniff',
  }
  return {
    tag,
    full: {
      status: 200,
      headers: { 'content-type': type, 'content-length': String(bytes.length), ...common },
      body,
    },
    notModified: { status: 304, headers: common, body: null },
  }
}
