/** The style sheet. Sizes follow the reader's font size, colours the page's color-scheme; directions are logical. */
export const STYLE = `
:host {
  --accent: var(--ask-accent, light-dark(#34c, #9bf));
  --surface: var(--ask-background, light-dark(#fff, #17191e));
  --ink: var(--ask-text, light-dark(#223, #eef));
  --muted: var(--ask-muted, light-dark(#667, #aab));
  --line: var(--ask-border, light-dark(#dde, #334));
  --tint: color-mix(in srgb, var(--accent) 10%, #0000);
  --raised: #8881;
  display: inline-block;
}
[hidden], .notice:empty, .resume:empty { display: none !important }
:host([trigger=corner]) { position: fixed; bottom: 1rem; inset-inline-end: 1rem; z-index: 10 }
* { box-sizing: border-box }
.trigger, dialog {
  font: 400 max(16px, 1rem)/1.5 var(--ask-font, system-ui, sans-serif); color: var(--ink); text-align: start
}
button, .field, .next, .row, .source {
  min-height: 44px; padding: .5em .8em; border: 0; border-radius: 9px; color: inherit; font: inherit
}
button { background: none; cursor: pointer }
button:hover, .next, .resume, code, .code, .notice { background: var(--raised) }
kbd, .trigger, .panel, .code, .notice, th, td, .tools button, .retry { border: 1px solid var(--line) }
.found, .answers, .turn + .turn, .hints, .follow { border-top: 1px solid var(--line) }
.panel, .found, .answers { display: flex; flex-direction: column; min-height: 0 }
.field, .words, .next { flex: 1; min-width: 0 }
kbd, .number, code { border-radius: 5px }
.snippet, .status, details, .path, .tools button, .copy, table { font-size: .875em }
.title, .hints, .hint { font-size: .8125em }
.title, mark, .number, .send { font-weight: 600 }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.icon {
  display: block; width: 1.25em; height: 1.25em; flex: none; fill: none; stroke: currentColor; stroke-width: 1.7;
  stroke-linecap: round; stroke-linejoin: round
}
.back:dir(rtl) { transform: scaleX(-1) }
kbd { font: inherit; font-size: .75em; padding: 0 .45em }
.trigger, .panel { background: var(--surface) }
.trigger, .bar, .row, .resume { display: flex; align-items: center; gap: .7em }
.trigger, .bar, .hints, .path, .snippet, .note, .hint, details, .status, .icon, blockquote { color: var(--muted) }

dialog {
  inset: 0; width: 100%; height: var(--screen, 100dvh); max-width: none; max-height: none; padding: 0; border: 0;
  background: none; overflow: auto; overscroll-behavior: contain; scrollbar-width: none
}
dialog::backdrop { background: var(--ask-backdrop, #0007) }
.panel {
  width: min(var(--ask-width, 44rem), 100% - 2rem); max-height: min(44rem, 84%); margin: 8vh auto 0;
  border-radius: var(--ask-radius, 14px); box-shadow: 0 24px 64px #0004; overflow: hidden; overflow-wrap: anywhere
}
.bar { padding: .4em }
.bar > .icon { margin-inline-start: .7em }
.bar button { padding: 0 12px }
.back:not([hidden]) + .icon { display: none }
.field { padding: 0; font-size: 1.05em; color: var(--ink); background: none; outline: 0 }
::placeholder { color: var(--muted) }
.list, .turns { overflow: auto; overscroll-behavior: contain; padding: .25em .5em .5em }
.title { padding: .9em .8em .3em }
.path { font-weight: 400 }
.title .path::after { content: "›"; margin: 0 .45em }
.row, .source, .number { text-decoration: none }
.row[aria-selected=true], .source:hover, .number { background: var(--tint) }
.row[aria-selected=true] .icon { color: var(--accent) }
.head { font-weight: 500 }
.snippet { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden }
mark { background: none; color: var(--accent) }
.resume { margin: .5em .5em 0 }
.note { padding: 2em; text-align: center }
.note p { margin: 0; color: var(--ink) }
.hints { white-space: pre; padding: .6em 1.2em }
.spoken { position: absolute; top: 0; clip-path: inset(50%) }

.turns { position: relative; padding: 0 1.4em; outline-offset: -3px }
.turn { padding: 1.3em 0 }
h2, h3 { margin: 1.2em 0 .4em; font-size: 1em; font-weight: 650 }
.status::before { content: "●"; color: var(--accent); margin-inline-end: .6em }
h2 { margin-top: 0; font-size: 1.2em; outline: 0 !important }
summary { min-height: 44px; align-content: center; cursor: pointer }
.steps ul, .places :is(ol, ul) { margin: 0; padding: 0; list-style: none }
.text > *, .notice { margin: 0 0 .85em }
.text :is(ul, ol) { padding-inline-start: 1.5em }
.text li > * { margin: .3em 0 }
.text :is(p, li, h3, td, th), .words > *, h2 { unicode-bidi: plaintext }
.words > *, h2 { text-align: -webkit-match-parent }
blockquote { padding-inline-start: 1em; border-inline-start: 3px solid var(--line) }
a { color: var(--accent) }
.number { font-size: .75em; vertical-align: .25em; padding: .1em .45em; margin: 0 .15em }
code { font-family: var(--ask-mono, ui-monospace, monospace); font-size: .9em; padding: .1em .35em }
pre { flex: 1; margin: 0; padding: .7em 1em; text-align: left }
.code, .notice { border-radius: 9px }
pre, .table { overflow: auto; overflow-wrap: normal }
pre code { padding: 0; background: none }
.code { display: flex; direction: ltr }
td code { white-space: nowrap }
table { border-collapse: collapse }
th, td { padding: .5em .8em; text-align: start }
.notice { padding: .7em 1em }
.failed { border-color: #d43 }
.source, .follow { display: flex; flex-wrap: wrap; gap: .4em .7em }
.source { align-items: baseline; gap: 0 .6em; margin: 0 -.8em }
.places ol a::before { content: counter(list-item); color: var(--accent) }
.tools { display: flex; gap: .5em; margin-top: .8em }
.follow { padding: .8em 1.1em }
.send { background: var(--accent) !important; color: var(--surface) }
.hint { width: 100%; margin: 0 }

@keyframes pulse { 50% { opacity: .25 } }
@media (prefers-reduced-motion: no-preference) {
  .status::before, .busy .icon { animation: pulse 1.4s infinite }
}
@media (max-width: 40em), (max-height: 30em) {
  .panel {
    width: 100%; height: 100%; max-height: none; margin: 0; border: 0; border-radius: 0;
    padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)
  }
  .found, .answers, .turns { flex: 1 }
  .hints { display: none }
}
@media (hover: none) {
  .hints, kbd { display: none }
}
@media (forced-colors: active) {
  .row[aria-selected=true] { outline: 2px solid Highlight }
  .next { border: 1px solid }
}
`
