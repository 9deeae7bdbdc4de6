/**
 * What a site sets on purpose where its element stands -> the same on a part of the overlay that stands elsewhere: the
 * documented variables, light or dark, and direction.
 */
import { STYLE } from './style.ts'

const VARIABLES = STYLE.match(/--ask-[a-z-]+/g)!
/** How common generators and frameworks mark a dark page. */
const DARK = '.dark, [data-theme=dark], [data-bs-theme=dark], [data-md-color-scheme=slate]'
/** Lightness between dark and light, in Oklab. */
const MIDDLE = 0.5

/** Gives `part`, which is in the page, the look of the page at `element`. */
export function takeLook(part: HTMLElement, element: HTMLElement): void {
  const look = getComputedStyle(element)
  for (const name of VARIABLES) part.style.setProperty(name, look.getPropertyValue(name))
  part.style.colorScheme = schemeOf(part, look.colorScheme)
  part.dir = look.direction
}

/** The scheme that is set for the element alone, or else what the page looks like: many have no `color-scheme`. */
function schemeOf(part: HTMLElement, scheme: string): string {
  const { documentElement, body } = document
  if (scheme !== getComputedStyle(documentElement).colorScheme) return scheme
  for (const root of [body, documentElement]) {
    const color = getComputedStyle(root).backgroundColor
    // The browser turns any color into `oklab(lightness …)`.
    part.style.floodColor = `color-mix(in oklab, ${color}, ${color})`
    const mixed = getComputedStyle(part).floodColor
    if (!mixed.endsWith('/ 0)')) return parseFloat(mixed.slice(6)) < MIDDLE ? 'dark' : 'light'
    if (root.matches(DARK)) return 'dark'
  }
  return 'inherit'
}
