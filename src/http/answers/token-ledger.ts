/** The tokens spent on a day, counted in memory. */
import type { TokenLedger } from '../wire/settings.ts'

/** A ledger in memory. If the clock is set back to an earlier day, the spent tokens of the latest day still count. */
export function createMemoryLedger(): TokenLedger {
  let latest = 0
  let spent = 0
  return {
    spentOn: (day) => (day <= latest ? spent : 0),
    add: (day, tokens) => {
      if (day > latest) [latest, spent] = [day, 0]
      spent += tokens
    },
  }
}
