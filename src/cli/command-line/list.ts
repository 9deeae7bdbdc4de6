/** The value of a flag that takes a list. */

/** The items of a list with commas between them, without empty ones. */
export function splitList(list: string): string[] {
  return list.split(',').map((item) => item.trim()).filter((item) => item !== '')
}
