/** The look of the pages: style sheet and icon. */

/** Style sheet of the reader's pages. Sizes are relative to the browser's font size, colors to its color scheme. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --accent: light-dark(#3451c6, #9db2ff);
  --surface: light-dark(#fff, #14161a);
  --ink: light-dark(#1f232b, #dfe2e8);
  --strong: light-dark(#0f1115, #f4f5f8);
  --soft: light-dark(#5b6270, #a0a7b4);
  --line: light-dark(#e5e7ec, #2b2f37);
  --raised: light-dark(#f6f7f9, #1b1e24);
  --tint: color-mix(in srgb, var(--accent) 10%, var(--surface));
  --added: light-dark(#dff3e4, #16351f);
  --removed: light-dark(#fbe3e4, #43191d);
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace;
  --bar: 3.5rem;
}
[data-theme=light] { color-scheme: light }
@media screen { [data-theme=dark] { color-scheme: dark } }
@media print { :root { color-scheme: light } }
* { box-sizing: border-box }
html { background: var(--surface); scroll-padding-top: calc(var(--bar) + 1.25rem); scrollbar-gutter: stable; -webkit-text-size-adjust: none; text-size-adjust: none }
body { container-type: inline-size; margin: 0; color: var(--ink); font: 400 1rem/1.65 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: break-word; text-rendering: optimizeLegibility }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px }
main:focus { outline: 0 }
a { color: var(--accent); text-underline-offset: .18em; text-decoration-thickness: 1px }
h1, h2, h3, h4, h5, h6 { color: var(--strong); line-height: 1.25; letter-spacing: -.012em; text-wrap: balance; font-weight: 650 }
h1 { margin: 0 0 .5em; font-size: clamp(1.75rem, 1.4rem + 1.6vw, 2.35rem); letter-spacing: -.022em }
h2 { margin: 2.4em 0 .7em; font-size: 1.45rem }
h3 { margin: 2em 0 .6em; font-size: 1.15rem }
h4, h5, h6 { margin: 1.7em 0 .5em; font-size: 1rem }
p, ul, ol, dl, pre, .table { margin: 0 0 1.15em }
small { color: var(--soft); font-size: .8125rem; font-weight: 400; letter-spacing: 0 }

.skip { position: fixed; top: .5rem; inset-inline-start: .5rem; z-index: 3; padding: .4em .9em; background: var(--surface); border: 1px solid var(--line); border-radius: 8px }
.skip:not(:focus) { clip-path: inset(50%) }
.bar { position: sticky; top: 0; z-index: 2; display: flex; align-items: center; justify-content: space-between; gap: 1rem; height: var(--bar); padding: 0 clamp(1rem, 4vw, 2rem); background: color-mix(in srgb, var(--surface) 88%, transparent); backdrop-filter: saturate(1.6) blur(12px); border-bottom: 1px solid var(--line) }
.bar .search { flex: 1 0 7rem; max-width: 19rem; margin-inline-start: auto }
.name { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; color: var(--strong); font-weight: 650; text-decoration: none }
.search { display: flex; align-items: center; gap: .6em; min-height: 2.5rem; padding: 0 .8em; border: 1px solid var(--line); border-radius: 9px; background: var(--raised); color: var(--soft); font: inherit; font-size: .9375rem; text-align: start; cursor: pointer }
.search span { flex: 1; overflow: hidden; white-space: nowrap; text-overflow: ellipsis }
.theme { flex: none; width: 2.5rem; height: 2.5rem; padding: .6rem; border: 0; border-radius: 9px; background: none; color: var(--soft); cursor: pointer }
.theme:hover { color: var(--ink); background: var(--raised) }
.theme svg { display: block; fill: none; stroke: currentColor; stroke-width: 1.5 }
.theme path { fill: currentColor; stroke: none }
[data-theme=light] .theme path { display: none }
[data-theme=dark] .theme circle { fill: currentColor }
.contents .bar { justify-content: end; border: 0; background: none; backdrop-filter: none; pointer-events: none }
.contents .bar > * { pointer-events: auto }
.search svg { flex: none; width: 1.15em; height: 1.15em; fill: none; stroke: currentColor; stroke-width: 1.7; stroke-linecap: round }
.search::after { font-size: .75rem; padding: 0 .45em; border: 1px solid var(--line); border-radius: 5px; background: var(--surface) }
.search[aria-keyshortcuts^=Control]::after { content: "Ctrl K" }
.search[aria-keyshortcuts^=Meta]::after { content: "⌘ K" }
.search:hover { border-color: color-mix(in srgb, var(--ink) 30%, var(--line)) }

main { max-width: 46rem; margin: 0 auto; padding: clamp(1.5rem, 4vw, 3rem) clamp(1rem, 4vw, 2rem) 4rem }
.lead { color: var(--soft); font-size: 1.125rem; line-height: 1.55; text-wrap: pretty }
.trail { margin: 0 0 .9rem; color: var(--soft); font-size: .875rem }
.trail a { color: inherit }
article :is(h2, h3, h4, h5, h6) a { color: inherit; text-decoration: none }
article :is(h2, h3, h4, h5, h6) a::after { content: " #"; color: var(--accent); opacity: 0; font-weight: 400 }
article :is(h2, h3, h4, h5, h6) a:is(:hover, :focus-visible)::after { opacity: 1 }
article :is(h2, h3, h4, h5, h6):target { background: linear-gradient(var(--tint) 0 0) no-repeat; box-shadow: 0 0 0 .35em var(--tint); border-radius: 1px }
code { direction: ltr; unicode-bidi: isolate; font: .875em/1.5 var(--mono); padding: .15em .35em; border-radius: 5px; background: var(--raised); box-shadow: inset 0 0 0 1px var(--line); overflow-wrap: anywhere; -webkit-box-decoration-break: clone; box-decoration-break: clone }
pre { padding: .95em 1.1em; font: .875rem/1.6 var(--mono); overflow: auto; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); tab-size: 2; text-align: left }
pre code { padding: 0; font: inherit; background: none; box-shadow: none; overflow-wrap: normal }
.table { overflow: auto }
table { border-collapse: collapse; min-width: 100%; font-size: .9375rem; line-height: 1.5 }
th, td { padding: .55em 0; padding-inline-end: .9em; border-bottom: 1px solid var(--line); vertical-align: top; text-align: start }
th { color: var(--soft); font-size: .8125rem; font-weight: 600 }
@media screen { td code { overflow-wrap: normal } }
td:first-child:not([colspan]) code { white-space: nowrap }
.term { display: inline; padding: 0; border: 0; background: none; color: inherit; font: inherit; letter-spacing: inherit; text-align: inherit; cursor: help; text-decoration: underline dotted color-mix(in srgb, var(--soft) 75%, transparent); text-underline-offset: .22em }
.term:hover { text-decoration-color: var(--accent) }
.explanation { position: fixed; inset: auto 1rem 1rem; width: auto; max-width: 26rem; margin: 0 auto; padding: .9em 1.1em; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); color: var(--ink); box-shadow: 0 12px 40px rgb(0 0 0/.18); font-size: .9375rem; line-height: 1.5 }
.explanation strong { color: var(--strong) }
.explanation p { margin: .2em 0 0 }
@media (min-width: 40rem) {
  .explanation { inset: auto; margin: .4rem 0; position-area: block-end span-inline-end; position-try-fallbacks: flip-block, flip-inline, flip-block flip-inline; max-width: min(26rem, 100vw - 2rem) }
}
summary { cursor: pointer }
.source { margin-top: 3.5rem; color: var(--soft); font: .8125rem/1.5 var(--mono) }
.turn { display: flex; flex-wrap: wrap; gap: .8rem; margin-top: 1rem }
.turn a { flex: 1 1 12rem; min-width: 0; padding: .8em 1.1em; border: 1px solid var(--line); border-radius: 12px; color: var(--strong); font-weight: 550; text-decoration: none }
.turn a:hover { border-color: var(--accent) }
.turn small { display: block }
.turn [rel=next] { text-align: end }

.side { margin: 0 0 1.4rem; border-block: 1px solid var(--line); font-size: .9375rem }
.side > label { display: flex; align-items: center; gap: .7em; padding: .7em 0; color: var(--soft); cursor: pointer }
.side > label input { position: absolute; opacity: 0; pointer-events: none }
.side > label:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: -2px; border-radius: 4px }
.side > label::before { content: ""; width: .45em; height: .45em; border: solid currentColor; border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg) }
.side > label:has(:checked)::before { transform: rotate(45deg) }
.side > label:not(:has(:checked)) + div { display: none }
.pages-nav { margin: 0; padding-inline: clamp(1rem, 4vw, 2rem); border-top: 0 }
.pages-nav details { margin: .2em 0 }
.pages-nav details summary { padding: .34em 0; color: var(--strong); font-weight: 600; list-style-position: outside; margin-inline-start: 1.1em }
.pages-nav details ul, .pages-nav details .folder { margin-inline-start: 1.1em }
.folder { margin: .7em 0 .1em; color: var(--soft); font-size: .8125rem; font-weight: 600 }
.group-link { margin: .2em 0; padding: .34em 0 }
.side ul { margin: 0 0 .8em; padding: 0; list-style: none }
.side a { display: block; padding: .34em 0; color: var(--ink); text-decoration: none; line-height: 1.4 }
.side a:hover { color: var(--accent) }
.side .group-link a { display: inline }
.side .below a { padding-inline-start: 1em; color: var(--soft) }
.side a[aria-current] { color: var(--accent); font-weight: 600 }

.hero { margin-bottom: 2.5rem }
.contents .hero h1 { font-size: clamp(2rem, 1.5rem + 2.6vw, 3rem) }
.hero .search { width: 100%; max-width: 34rem; min-height: 3rem; margin: 1.6rem 0 1rem; padding: 0 1.1em; border-radius: 12px; font-size: 1rem }
.asked { display: flex; flex-wrap: wrap; gap: .5rem; padding: 0; list-style: none }
.asked a { display: inline-block; padding: .3em .85em; border: 1px solid var(--line); border-radius: 1.2em; color: var(--ink); font-size: .875rem; text-decoration: none }
.asked a:hover { border-color: var(--accent); color: var(--accent) }
.group { border-top: 1px solid var(--line) }
.groups + .group, .group:last-child { border-bottom: 1px solid var(--line) }
.groups:has(+ .group) > .group:last-child { border-bottom: 0 }
.group summary { display: flex; align-items: baseline; gap: .6em; padding: .85em 0; list-style: none }
.group summary::-webkit-details-marker { display: none }
.group summary::after { content: ""; width: .5em; height: .5em; margin-inline: auto .2em; border: solid var(--soft); border-width: 0 1.5px 1.5px 0; transform: rotate(45deg) translate(-.15em, -.15em) }
.group[open] summary::after { transform: rotate(-135deg) translate(-.15em, -.15em) }
.group h2 { margin: 0; font-size: 1.125rem }
.group h3 { margin: 1.2em 0 .4em; font-size: .875rem; color: var(--soft); letter-spacing: 0 }
.pages { columns: 2 16rem; column-gap: 2rem; margin: 0 0 1.3em; padding: 0; list-style: none }
.pages li { break-inside: avoid }
.pages a { display: block; padding: .3em 0; color: var(--ink); line-height: 1.4; text-decoration: none }
.pages a:hover { color: var(--accent); text-decoration: underline }
.group dl { margin: 0 0 1.3em }
.group dt { color: var(--strong); font-weight: 600 }
.group dd { margin: 0 0 .9em }
.contents .groups { margin-top: 2.5rem }
.contents :is(.groups, .group) + article { margin-top: 3.5rem }

@container (min-width: 55rem) {
  .page .frame { display: grid; grid-template-columns: 17rem minmax(0, 1fr); min-height: calc(100dvh - var(--bar)) }
  .pages-nav { position: sticky; top: var(--bar); align-self: start; height: calc(100dvh - var(--bar)); margin: 0; padding: 1.6rem 1rem 2rem; padding-inline-start: 2rem; overflow: auto; overscroll-behavior: contain; scrollbar-width: thin; border: 0; border-inline-end: 1px solid var(--line); font-size: .875rem }
  .side.pages-nav > label { display: none }
  .side.pages-nav > label + div { display: block }
}
@container (min-width: 78rem) {
  .page main { display: grid; grid-template-columns: minmax(0, 46rem) 14rem; grid-template-rows: auto 1fr; column-gap: clamp(2rem, 4vw, 4rem); justify-content: center; max-width: none; padding-inline: 2rem; width: 100% }
  .page :is(.trail, article) { grid-column: 1 }
  .outline { grid-column: 2; grid-row: 1/3; align-self: start; position: sticky; top: calc(var(--bar) + 2rem); max-height: calc(100dvh - var(--bar) - 4rem); margin: 0; overflow: auto; overscroll-behavior: contain; scrollbar-width: thin; border: 0; font-size: .875rem }
  .side.outline > label { padding-top: 0; color: var(--strong); font-weight: 600; cursor: auto }
  .side.outline > label::before, .side.outline > label input { display: none }
  .side.outline > label + div { display: block }
}
@media (pointer: coarse), (max-width: 30rem) {
  .search::after { display: none }
  .pages a, .side a, .pages-nav details summary { padding-block: .6em }
  .asked a { padding-block: .55em }
  .search { min-height: 2.75rem }
}
@media (scripting: none) { .search, .asked { display: none } .panel:has(:target) { display: block } }

main :is(ul, ol) { padding-inline-start: 1.5em }
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

.code { position: relative; margin: 0 0 1.3em; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); overflow: hidden }
.code pre { margin: 0; border: 0; border-radius: 0; background: none }
.code figcaption { display: flex; justify-content: space-between; gap: 1em; padding: .45em 1.1em; padding-inline-end: 5.5rem; border-bottom: 1px solid var(--line); font-size: .8125rem; line-height: 1.6; direction: ltr }
.code .title { color: var(--ink); overflow-wrap: anywhere }
.lang { color: var(--soft); font-family: var(--mono); font-size: .75rem }
.copy { position: absolute; top: .2rem; right: .45rem; min-width: 3.6rem; padding: .1em .6em; border: 1px solid transparent; border-radius: 6px; background: var(--raised); color: var(--soft); font: .75rem/1.6 system-ui, sans-serif; cursor: pointer }
.copy:is(:hover, :focus-visible) { border-color: var(--line); color: var(--ink); background: var(--surface) }
.code:not(:has(figcaption)) .copy { opacity: 0; top: .6rem }
.code:is(:hover, :focus-within) .copy { opacity: 1 }
pre :is(ins, del, mark, .line) { display: block; margin: 0 -1.1em; padding: 0 1.1em; padding-inline-start: 1.9em; position: relative; text-decoration: none; color: inherit; background: none; width: max-content; min-width: calc(100% + 2.2em) }
pre ins { background: var(--added) }
pre del { background: var(--removed) }
pre mark { background: var(--tint); box-shadow: inset 3px 0 var(--accent) }
pre :is(ins, del)::before { position: absolute; left: .7em; color: var(--soft) }
pre .comment { color: var(--soft) }
pre .string { color: light-dark(#065, #8db) }
pre .keyword { color: light-dark(#729, #cae) }
pre ins::before { content: "+" }
pre del::before { content: "-" }

.callout { --look: var(--accent); margin: 0 0 1.3em; padding: .8em 1.1em; border-inline-start: 4px solid var(--look); border-radius: 0 10px 10px 0; background: color-mix(in srgb, var(--look) 8%, var(--surface)) }
.callout:dir(rtl) { border-radius: 10px 0 0 10px }
.callout > :last-child, .panel > :last-child, .more > :last-child { margin-bottom: 0 }
.panel > :first-child { margin-top: 0 }
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

@media (hover: none) { .code .copy { opacity: 1 } }
@media print {
  .bar, .skip, .side, .turn, .trail, .search, .asked, .source { display: none !important }
  main, .page main, .page .frame { display: block; max-width: none; padding: 0 }
  pre { white-space: pre-wrap }
  pre :is(ins, del, mark, .line) { width: auto }
  a { color: inherit }
  .term { text-decoration: none }
  h2, h3, h4 { break-after: avoid }
  pre, tr, img { break-inside: avoid }
  .copy, .tabs > input { display: none !important }
  .tabs { display: block; padding: .6em 1em; background: none }
  .tabs > label { padding: 0; border: 0 !important; color: var(--strong) }
  .panel { display: block; padding: .3em 0 }
  .more::details-content { content-visibility: visible; display: block; height: auto }
  article a[href^="http"]::after { content: " (" attr(href) ")"; font-size: .875em; overflow-wrap: anywhere }
}
`

export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#3451c6"/>
<g fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round">
<circle cx="14" cy="14" r="6.5"/>
<path d="m19 19 5 5"/>
</g>
</svg>
`
