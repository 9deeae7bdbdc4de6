/** The pages of a site, each the same file in every form, and what goes with them. */
import { ATTRIBUTES, BASE } from './form.ts'

/** As a header it would say the same; a plain host of files sends none. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"

export const PAGE_STYLE = `
html { color-scheme: light dark; color: CanvasText; background: Canvas; font-family: system-ui, sans-serif; scrollbar-gutter: stable }
body { max-width: 46rem; margin: 3rem auto; padding: 0 1rem; line-height: 1.6 }
input, textarea { font: inherit }
`

/**
 * Makes variants of a page, before the overlay's module runs: `?lang`, `?dir`, `?overlay` (attributes of the element) and
 * `?own` (the page's own opener) and `?second` (a second element).
 */
export const PAGE_SCRIPT = `
const parameters = new URLSearchParams(location.search)
const overlay = document.querySelector('ask-overlay')
for (const name of ['lang', 'dir']) if (parameters.has(name)) document.documentElement.setAttribute(name, parameters.get(name))
const others = new DOMParser().parseFromString('<p ' + (parameters.get('overlay') ?? '').replace(/[<>&]/g, '') + '>', 'text/html').querySelector('p')
for (const { name, value } of others.attributes) overlay.setAttribute(name, value)
if (parameters.has('second')) overlay.after(overlay.cloneNode())
if (parameters.has('own')) overlay.insertAdjacentHTML('afterend', '<p><button id="own" data-ask-open>Find</button> <a id="preset" href="/nowhere" data-ask-open="graph">Graph</a></p>')
`

/** A page with the overlay, whose module is at `script`. */
export function formatPage(path: string, script: string): string {
  return `<!doctype html>
<html lang="en" dir="ltr">
<head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${path}</title><link rel="stylesheet" href="${BASE}/page.css"><script type="module" src="${script}"></script></head>
<body><main><h1>Documentation</h1><ask-overlay ${ATTRIBUTES}></ask-overlay>
<p>A page that stands behind the dialog, long enough to be read and to scroll.</p><p><label>Note <textarea id="note"></textarea></label></p>
${'<p>Sections follow one another, and the reader wanders through them.</p>'.repeat(30)}<h2 id="target">Target</h2></main><script src="${BASE}/page.js"></script></body></html>`
}
