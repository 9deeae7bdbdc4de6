/** Style sheet of the content of pages: the elements that `html/block-view` renders. */
export const CONTENT_STYLE = `
article :is(ul, ol) { padding-inline-start: 1.5em }
article ul ul, article ol ul { list-style-type: circle }
article li { margin: .3em 0 }
article li::marker { color: var(--soft) }
article li > :is(ul, ol) { margin: .3em 0 }
article li > :last-child { margin-bottom: .3em }
article li:has(> :is(p, figure, div, details, blockquote)) + li { margin-top: 1em }
article .task { list-style: none; position: relative }
article .task > input { position: absolute; inset-inline-start: -1.5em; top: .35em; margin: 0; accent-color: var(--accent) }
article img { max-width: 100%; height: auto; vertical-align: middle; border-radius: 8px }
.image { -webkit-box-decoration-break: clone; box-decoration-break: clone; padding: .1em .5em; border: 1px dashed var(--line); border-radius: 6px; color: var(--soft); font-size: .9375em }
a.image::before { content: "↗ "; }
article figure { margin: 0 0 1.3em }
article figure > p { margin: 0 }
article figcaption { color: var(--soft); font-size: .875rem }
article blockquote { margin: 0 0 1.15em; padding-inline-start: 1em; border-inline-start: 3px solid var(--line); color: var(--soft) }
article dt { color: var(--strong); font-weight: 600 }
article dd { margin: 0 0 .9em; margin-inline-start: 1.5em }
article sup { line-height: 0; font-size: .75em }
article sup a { padding: 0 .15em; text-decoration: none }
.footnote { display: flex; gap: .6em; margin: 0 0 .6em; color: var(--soft); font-size: .9375rem }
.footnote p { display: inline; margin: 0 }
.footnote:target, sup a:target { background: var(--tint); border-radius: 4px }
.footnote a { text-decoration: none }

.code { position: relative; margin: 0 0 1.3em; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); overflow: hidden }
.code pre { margin: 0; border: 0; border-radius: 0; background: none }
.code figcaption { display: flex; justify-content: space-between; gap: 1em; padding: .45em 1.1em; padding-inline-end: 5.5rem; border-bottom: 1px solid var(--line); font-size: .8125rem; line-height: 1.6; direction: ltr }
.code .title { color: var(--ink); overflow-wrap: anywhere }
.lang { color: var(--soft); font-family: var(--mono); font-size: .75rem }
.copy { position: absolute; top: .2rem; right: .45rem; min-width: 3.6rem; padding: .1em .6em; border: 1px solid transparent; border-radius: 6px; background: var(--raised); color: var(--soft); font: .75rem/1.6 system-ui, sans-serif; cursor: pointer }
.copy:is(:hover, :focus-visible) { border-color: var(--line); color: var(--ink); background: var(--surface) }
.code:not(:has(figcaption)) .copy { opacity: 0; top: .6rem }
.code:is(:hover, :focus-within) .copy { opacity: 1 }
pre :is(ins, del, mark, span) { display: block; margin: 0 -1.1em; padding: 0 1.1em; padding-inline-start: 1.9em; position: relative; text-decoration: none; color: inherit; background: none; width: max-content; min-width: calc(100% + 2.2em) }
pre ins { background: var(--added) }
pre del { background: var(--removed) }
pre mark { background: var(--tint); box-shadow: inset 3px 0 var(--accent) }
pre :is(ins, del)::before { position: absolute; left: .7em; color: var(--soft) }
pre ins::before { content: "+" }
pre del::before { content: "-" }

.callout { --look: var(--accent); margin: 0 0 1.3em; padding: .8em 1.1em; border-inline-start: 4px solid var(--look); border-radius: 0 10px 10px 0; background: color-mix(in srgb, var(--look) 8%, var(--surface)) }
.callout:dir(rtl) { border-radius: 10px 0 0 10px }
.callout > :last-child, .panel > :last-child, .more > :last-child { margin-bottom: 0 }
.callout-title { margin: 0 0 .35em; color: color-mix(in srgb, var(--look) 80%, var(--strong)); font-weight: 650 }
.tip { --look: light-dark(#12805c, #5fd0a5) }
.important { --look: light-dark(#7a3ec8, #c49bff) }
.warning { --look: light-dark(#946200, #f0c35b) }
.danger { --look: light-dark(#c02f3a, #ff8f94) }

.tabs { display: flex; flex-wrap: wrap; margin: 0 0 1.3em; border: 1px solid var(--line); border-radius: 10px; background: linear-gradient(var(--line) 0 0) 0 2.5rem/100% 1px no-repeat }
.tabs > input { position: absolute; opacity: 0; pointer-events: none }
.tabs > label { padding: .45em 1.1em; min-height: 2.5rem; color: var(--soft); font-size: .9375rem; font-weight: 550; cursor: pointer; border-bottom: 2px solid transparent }
.tabs > label:hover { color: var(--ink) }
.tabs > input:checked + label { color: var(--strong); border-bottom-color: var(--accent) }
.tabs > input:focus-visible + label { outline: 2px solid var(--accent); outline-offset: -3px; border-radius: 8px }
.panel { display: none; order: 1; width: 100%; padding: 1em 1.1em }
.tabs > input:checked + label + .panel { display: block }
.panel:has(> .code:only-child) { padding: 0 }
.panel > .code:only-child { border: 0; border-radius: 0 0 10px 10px }
.more { margin: 0 0 1.3em; padding: .6em 1.1em; border: 1px solid var(--line); border-radius: 10px }
.more > summary { font-weight: 550; color: var(--strong) }
.more[open] > summary { margin-bottom: .7em }

.facts { margin: 0 0 1.5em; color: var(--soft); font-size: .875rem }
.facts label { cursor: pointer }
.facts input { margin: 0; vertical-align: -.1em; accent-color: var(--accent) }
.known { display: none; margin: 0 0 1.15em; padding: .6em .9em; border-radius: 8px; background: var(--raised); color: var(--soft); font-size: .875rem }
body:has(.facts-switch:checked) .known { display: block }
.known ul { display: flex; flex-wrap: wrap; gap: .4em 1em; margin: 0; padding: 0; list-style: none }
.known li { margin: 0 }
.known p { margin: .2em 0 0 }

@media (hover: none) { .code .copy { opacity: 1 } }
@media print {
  .copy, .facts, .tabs > input { display: none !important }
  .tabs { display: block; padding: 0 1em }
  .panel { display: block; padding: .3em 0 }
  .more::details-content { content-visibility: visible; display: block; height: auto }
  article a[href^="http"]::after { content: " (" attr(href) ")"; font-size: .875em; overflow-wrap: anywhere }
  article img { break-inside: avoid }
}
`
