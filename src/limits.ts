/**
 * The limits that an owner may set, each by an option, a flag of `ask serve` and a variable: their ranges and defaults,
 * in one table. The variable of `--answers-per-day` is `ASK_ANSWERS_PER_DAY`.
 */
import { DEFAULT_BOUNDS } from './answer/answerer.ts'

/** One limit: a whole number. */
export interface Limit {
  /** Name of its flag, without the dashes. */
  readonly flag: string
  /** Smallest and largest value. */
  readonly range: readonly [number, number]
  readonly default: number
  /** Its meaning in one line. */
  readonly help: string
}

/** Largest value of any limit of one answer. */
const MAX_BOUND = 1_000_000

/** Limits of one client and of all clients together, by the name of their option in `limits`. */
export const LIMITS = {
  postsPerMinute: {
    flag: 'posts-per-minute', range: [1, 100_000], default: 600, help: 'POSTs of one client in a minute',
  },
  answersPerMinute: {
    flag: 'answers-per-minute', range: [1, 100_000], default: 10, help: 'Answers of one client in a minute',
  },
  answersPerDay: {
    flag: 'answers-per-day', range: [1, 1_000_000], default: 100, help: 'Answers of one client in a day',
  },
  answersAtOnce: { flag: 'answers-at-once', range: [1, 10_000], default: 32, help: 'Answers at the same time' },
  answersWaiting: {
    flag: 'answers-waiting', range: [0, 100_000], default: 128, help: 'Questions waiting for another answer',
  },
  tokensPerDay: {
    flag: 'tokens-per-day', range: [1, 1_000_000_000_000], default: 2_000_000, help: 'Tokens of all answers in a day',
  },
  quotaPauseMs: {
    flag: 'quota-pause-ms',
    range: [1_000, 86_400_000],
    default: 600_000,
    help: 'Longest pause if a quota is used up',
  },
} as const satisfies Readonly<Record<string, Limit>>

/** Limits of one answer, by the name of their option in `limits.answer`. */
export const ANSWER_LIMITS = {
  maxSteps: ofAnswer('max-steps', 'maxSteps', 'Requests to the model for one answer'),
  maxCalls: ofAnswer('max-calls', 'maxCalls', 'Tool calls of one answer'),
  maxCallsPerStep: ofAnswer('max-calls-per-step', 'maxCallsPerStep', 'Tool calls in one step'),
  maxToolTokens: ofAnswer('max-tool-tokens', 'maxToolTokens', 'Tokens of tool results for one answer'),
  maxResultLength: ofAnswer('max-result-length', 'maxResultLength', 'Characters of one tool result'),
  maxAnswerLength: ofAnswer('max-answer-length', 'maxAnswerLength', 'Characters of an answer'),
  timeoutMs: ofAnswer('answer-timeout-ms', 'timeoutMs', 'Time limit of an answer in ms'),
} as const satisfies Readonly<Record<string, Limit>>

function ofAnswer(flag: string, option: keyof typeof DEFAULT_BOUNDS, help: string): Limit {
  return { flag, range: [1, MAX_BOUND], default: DEFAULT_BOUNDS[option], help }
}

/** All limits. */
export const ALL_LIMITS: readonly Limit[] = [...Object.values(LIMITS), ...Object.values(ANSWER_LIMITS)]

/** Values of limits; those that are absent have their defaults. */
export interface LimitValues {
  readonly limits: { readonly [name in keyof typeof LIMITS]?: number }
  readonly answer: { readonly [name in keyof typeof ANSWER_LIMITS]?: number }
}

/** The values that `read` gives, undefined for a limit that isn't set. */
export function readLimits(read: (limit: Limit) => number | undefined): LimitValues {
  const valuesOf = (table: Readonly<Record<string, Limit>>) =>
    Object.fromEntries(Object.entries(table).flatMap(([name, limit]) => {
      const value = read(limit)
      return value === undefined ? [] : [[name, value]]
    }))
  return { limits: valuesOf(LIMITS), answer: valuesOf(ANSWER_LIMITS) }
}

/** The variable of a limit. */
export function variableOf({ flag }: Pick<Limit, 'flag'>): string {
  return `ASK_${flag.toUpperCase().replaceAll('-', '_')}`
}
