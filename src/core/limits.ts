/**
 * The limits that an owner may set, each by an option and by a setting of `ask.json` with the same name: their ranges
 * and defaults, in one table. Those of the service and of answers have a variable as well.
 */
import { DEFAULT_BOUNDS } from './answer/answerer.ts'

/** One limit: a whole number. */
export interface Limit {
  /** Smallest and largest value. */
  readonly range: readonly [number, number]
  readonly default: number
  /** Its meaning in one line. */
  readonly help: string
}

/** A limit that a variable may set. */
export interface VariableLimit extends Limit {
  readonly variable: string
}

/** Largest value of any limit of one answer. */
export const MAX_BOUND = 1_000_000
/** Longest time that a limit of the server may have, in ms. */
const HOUR_MS = 3_600_000

/** Limits of one client and of all clients together, by the name of their option in `limits`. */
export const LIMITS = {
  postsPerMinute: {
    variable: 'ASK_POSTS_PER_MINUTE', range: [1, 100_000], default: 600, help: 'POSTs of one client in a minute',
  },
  answersPerMinute: {
    variable: 'ASK_ANSWERS_PER_MINUTE', range: [1, 100_000], default: 10, help: 'Answers of one client in a minute',
  },
  answersPerDay: {
    variable: 'ASK_ANSWERS_PER_DAY', range: [1, 1_000_000], default: 100, help: 'Answers of one client in a day',
  },
  answersAtOnce: {
    variable: 'ASK_ANSWERS_AT_ONCE', range: [1, 10_000], default: 32, help: 'Answers at the same time',
  },
  answersWaiting: {
    variable: 'ASK_ANSWERS_WAITING', range: [0, 100_000], default: 128, help: 'Questions waiting for another answer',
  },
  tokensPerDay: {
    variable: 'ASK_TOKENS_PER_DAY',
    range: [1, 1_000_000_000_000],
    default: 2_000_000,
    help: 'Tokens of all answers in a day',
  },
  quotaPauseMs: {
    variable: 'ASK_QUOTA_PAUSE_MS',
    range: [1_000, 86_400_000],
    default: 600_000,
    help: 'Longest pause if a quota is used up',
  },
} as const satisfies Readonly<Record<string, VariableLimit>>

/** Limits of one answer, by the name of their option in `limits.answer`. */
export const ANSWER_LIMITS = {
  maxSteps: ofAnswer('ASK_MAX_STEPS', 'maxSteps', 'Requests to the model for one answer'),
  maxCalls: ofAnswer('ASK_MAX_CALLS', 'maxCalls', 'Tool calls of one answer'),
  maxCallsPerStep: ofAnswer('ASK_MAX_CALLS_PER_STEP', 'maxCallsPerStep', 'Tool calls in one step'),
  maxToolTokens: ofAnswer('ASK_MAX_TOOL_TOKENS', 'maxToolTokens', 'Tokens of tool results for one answer'),
  maxResultLength: ofAnswer('ASK_MAX_RESULT_LENGTH', 'maxResultLength', 'Characters of one tool result'),
  maxAnswerLength: ofAnswer('ASK_MAX_ANSWER_LENGTH', 'maxAnswerLength', 'Characters of an answer'),
  timeoutMs: ofAnswer('ASK_ANSWER_TIMEOUT_MS', 'timeoutMs', 'Time limit of an answer in ms'),
} as const satisfies Readonly<Record<string, VariableLimit>>

/** Limits of a server against slow, broken and hostile clients, by the name of their option in `limits`. */
export const SERVER_LIMITS = {
  maxConnections: { range: [1, 65_535], default: 1_024, help: 'Open connections of all clients' },
  // Half of all, since an office or a load test may use one address.
  maxConnectionsPerClient: { range: [1, 65_535], default: 512, help: 'Open connections of one client' },
  // Enough for the agents of a team behind one address.
  maxLargeRepliesPerClient: { range: [1, 65_535], default: 64, help: 'Unfinished large replies to one client' },
  stalledMs: { range: [1_000, HOUR_MS], default: 30_000, help: 'Time in ms that a client may read nothing' },
  // Node's own are a minute and five minutes.
  headersMs: { range: [1_000, HOUR_MS], default: 10_000, help: 'Time in ms to send the headers of a request' },
  requestMs: { range: [1_000, HOUR_MS], default: 15_000, help: 'Time in ms to send a whole request' },
  // Longer than in proxies (60 s), so that these never use a closed connection.
  keepAliveMs: { range: [1_000, HOUR_MS], default: 65_000, help: 'Time in ms that an unused connection stays open' },
  // Above the 15 s after which a stream sends a comment.
  idleMs: { range: [20_000, HOUR_MS], default: 120_000, help: 'Time in ms without a byte before closing' },
  graceMs: { range: [0, HOUR_MS], default: 10_000, help: 'Time in ms to finish replies when stopping' },
  maxHeaderBytes: { range: [4_096, 1_048_576], default: 8_192, help: 'Bytes of the headers of a request' },
  // Browsers and proxies send about 30.
  maxHeaders: { range: [16, 1_000], default: 64, help: 'Number of headers of a request' },
} as const satisfies Readonly<Record<string, Limit>>

function ofAnswer(variable: string, option: keyof typeof DEFAULT_BOUNDS, help: string): VariableLimit {
  return { variable, range: [1, MAX_BOUND], default: DEFAULT_BOUNDS[option], help }
}

/** Values of limits; those that are absent have their defaults. */
export interface LimitValues {
  readonly limits: { readonly [name in keyof typeof LIMITS]?: number }
  readonly answer: { readonly [name in keyof typeof ANSWER_LIMITS]?: number }
}

/** The values that `read` gives, undefined for a limit that isn't set. */
export function readLimits(read: (limit: VariableLimit) => number | undefined): LimitValues {
  const valuesOf = (table: Readonly<Record<string, VariableLimit>>) =>
    Object.fromEntries(Object.entries(table).flatMap(([name, limit]) => {
      const value = read(limit)
      return value === undefined ? [] : [[name, value]]
    }))
  return { limits: valuesOf(LIMITS), answer: valuesOf(ANSWER_LIMITS) }
}
