/** Where readers can ask what the docs don't cover. */

/** UTF-16 units of an address. */
const MAX_LENGTH = 300
const MAIL = /^[^\s@:/]+@[^\s@:/]+$/

/** The rule for an address. */
export const CONTACT_RULE = 'must be a web or mail address: https://…, mailto:… or help@example.com'

/** The address with its scheme; null for anything but a web or mail address. */
export function contactAddress(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > MAX_LENGTH) return null
  const address = MAIL.test(given) ? `mailto:${given}` : given
  return URL.canParse(address) && /^(?:https?|mailto):/i.test(address) ? new URL(address).href : null
}
