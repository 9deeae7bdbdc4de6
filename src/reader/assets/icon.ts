/** The favicon of the reader's pages. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#3451c6"/>
<g fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round">
<circle cx="14" cy="14" r="6.5"/>
<path d="m19 19 5 5"/>
</g>
</svg>
`
