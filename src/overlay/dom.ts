/** Elements from names, attributes and children. Text is always text: there is no way from here to markup or styles. */

/** Or a class alone. False ones are left out, true ones are empty. */
type Attributes = string | Readonly<Record<string, string | number | boolean>>
type Child = Node | string

/** Each class is also a part that pages can style. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = '',
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(typeof attributes === 'string' ? { class: attributes } : attributes)) {
    const text = value === true ? '' : `${value}`
    if (value !== false) element.setAttribute(name, text)
    if (name === 'class') element.setAttribute('part', text)
  }
  element.append(...children)
  return element
}

/** Paths in a square of 24, drawn with a stroke. */
const ICONS = {
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM20 20l-4.9-4.9',
  section: 'M5 9h14M5 15h14M10 5 8 19M16 5l-2 14',
  page: 'M6 3.5h8l4 4v13H6zM10 12h4M10 16h4',
  ask: 'M12 4q1 7 8 8-7 1-8 8-1-7-8-8 7-1 8-8z',
  back: 'M19 12H5M11 6l-6 6 6 6',
  close: 'M6 6l12 12M18 6L6 18',
} as const

export type IconName = keyof typeof ICONS

/** A drawing that assistive technology passes over. */
export function icon(name: IconName): SVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(space, 'svg')
  const path = document.createElementNS(space, 'path')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  svg.setAttribute('class', `icon ${name}`)
  path.setAttribute('d', ICONS[name])
  svg.append(path)
  return svg
}

/** A button that does one thing; `name` is its label where it shows none. */
export function button(className: string, name: string, onClick: () => void, ...children: readonly Child[]): HTMLButtonElement {
  const isDrawn = children.length > 0
  const made = el('button', { type: 'button', class: className, 'aria-label': isDrawn && name }, ...(isDrawn ? children : [name]))
  made.addEventListener('click', onClick)
  return made
}
