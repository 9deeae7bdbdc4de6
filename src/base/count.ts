/** Numbers as people read them. */

/** `1,234`. */
export function figure(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** `1 page`, `1,234 pages`. */
export function count(number: number, noun: string): string {
  return `${figure(number)} ${noun}${number === 1 ? '' : 's'}`
}
