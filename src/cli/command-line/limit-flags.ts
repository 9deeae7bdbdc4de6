/** The flags of limits, made from their table. */
import { ALL_LIMITS, type Limit, type LimitValues, readLimits } from '../../limits.ts'
import type { Arguments } from './arguments.ts'
import type { NumberFlag } from './flag.ts'

/** A flag for each limit. */
export const LIMIT_FLAGS: readonly NumberFlag[] = ALL_LIMITS.map(flagOf)

/** The limits that flags set. */
export function limitsOf(args: Arguments): LimitValues {
  return readLimits((limit) => (args.has(flagOf(limit)) ? args.number(flagOf(limit)) : undefined))
}

function flagOf({ flag, range, default: fallback, help }: Limit): NumberFlag<number> {
  return { name: flag, value: 'N', help, range, default: fallback }
}
