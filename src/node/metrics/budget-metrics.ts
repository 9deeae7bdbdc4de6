/** The ledger of a day's tokens -> the budget of answers. */
import { DAY_MS } from '../../http/answers/day-budget.ts'
import type { TokenLedger } from '../../http/wire/settings.ts'
import { gauge, type Metric } from './prometheus.ts'

/** The budget of all answers of a day. */
export interface AnswerBudget {
  readonly ledger: Pick<TokenLedger, 'spentOn'>
  /** Tokens of a day. */
  readonly limit: number
}

/** Metrics of the budget at a moment, in ms from 1970. Tokens that answers in progress have reserved count as spent. */
export function budgetMetrics({ ledger, limit }: AnswerBudget, now: number): readonly Metric[] {
  const left = Math.max(0, limit - ledger.spentOn(Math.floor(now / DAY_MS)))
  return [
    gauge('ask_answer_tokens_limit', 'Tokens that all answers of a day (UTC) may cost.', limit),
    gauge('ask_answer_tokens_left', 'Those of today that are neither spent nor reserved.', left),
  ]
}
