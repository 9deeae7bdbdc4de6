/** The filter flags of a command -> the filter of its searches. */
import type { Filter } from '../../search/index/filter.ts'
import type { Arguments } from '../command-line/arguments.ts'
import { FILTER_FLAGS, FLAGS } from '../command-line/flags.ts'

/** The filter as optional members of a search; empty if no flag is given. */
export function filterNeeds(args: Arguments): { readonly filter?: Filter } {
  if (!FILTER_FLAGS.some((flag) => args.has(flag))) return {}
  const valueOf = (flag: typeof FLAGS.lang | typeof FLAGS.version | typeof FLAGS.group) => args.text(flag) ?? undefined
  return { filter: { lang: valueOf(FLAGS.lang), version: valueOf(FLAGS.version), group: valueOf(FLAGS.group) } }
}
