/** Items of pages -> the same by the group of their page. */
import type { Page } from '../content/page.ts'

/** The items by group, in the order of the site: first those without a group. No group is empty. */
export function groupByPage<T extends { readonly page: Page }>(
  items: readonly T[],
): ReadonlyMap<string | null, readonly T[]> {
  const groups = new Map<string | null, T[]>([[null, []]])
  for (const item of items) {
    const members = groups.get(item.page.group)
    if (members === undefined) groups.set(item.page.group, [item])
    else members.push(item)
  }
  if (groups.get(null)?.length === 0) groups.delete(null)
  return groups
}
