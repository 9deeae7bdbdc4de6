/** The count of tokens of a day, in memory. */
import type { TokenLedger } from '../wire/settings.ts'

/** A ledger in memory. A clock that is set back gives no tokens back. */
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
