/** Elements from names, attributes and children. Text is always text: there is no way from here to markup or styles. */
import { ICONS, type IconName } from './icons.ts'

/** Attributes, without those that are false; a string is the class alone. */
type Attributes = string | Readonly<Record<string, string | number | false>>
type Child = Node | string

const SVG = 'http://www.w3.org/2000/svg'

/** Creates an element. Each class is also a part that pages can style. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = '',
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children)
}

function fill<T extends Element>(element: T, attributes: Attributes, children: readonly Child[] = []): T {
  for (const [name, value] of Object.entries(typeof attributes === 'string' ? { class: attributes } : attributes)) {
    if (value !== false) element.setAttribute(name, `${value}`)
    if (name === 'class') element.setAttribute('part', `${value}`)
  }
  element.append(...children)
  return element
}

/** An icon that assistive technology ignores. */
export function icon(name: IconName): SVGElement {
  const path = fill(document.createElementNS(SVG, 'path'), { d: ICONS[name] })
  const attributes = { viewBox: '0 0 24 24', 'aria-hidden': 'true', class: `icon to-${name}` }
  return fill(document.createElementNS(SVG, 'svg'), attributes, [path])
}

/** A button with its name, or a drawing. */
export function button(attributes: Attributes, name: Child, onClick: () => void): HTMLButtonElement {
  const made = el('button', attributes, name)
  made.onclick = onClick
  return made
}

/** A button with an icon, of the icon's class; its title is its name, for assistive technology as well. */
export function iconButton(name: IconName, title: string, onClick: () => void): HTMLButtonElement {
  return button({ class: name, title }, icon(name), onClick)
}

/** A style sheet, which a strict policy of the page admits. */
export function styleSheet(rules: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  return sheet
}
