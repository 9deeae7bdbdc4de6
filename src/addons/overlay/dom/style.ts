/** The style sheet. Sizes follow the reader's font size, not the page's, colors the scheme; directions are logical. */
export const STYLE = `
:where(dialog[open]) {
  all: initial; position: fixed; display: block; -webkit-text-size-adjust: 100%; user-select: text; -webkit-user-select: text
}
.trigger, dialog {
  --accent: var(--ask-accent, light-dark(#34c, #9bf));
  --surface: var(--ask-background, light-dark(#fff, #17191e));
  --ink: var(--ask-text, light-dark(#223, #eef));
  --muted: var(--ask-muted, light-dark(#667, #aab));
  --line: var(--ask-border, light-dark(#dde, #334));
  --tint: color-mix(in srgb, var(--accent) 10%, #0000);
  --raised: color-mix(in srgb, var(--surface), #888 7%);
  font: var(--ask-font-size, medium)/1.5 var(--ask-font, system-ui, sans-serif); color: var(--ink)
}
:host { display: inline-block }
:host([data-ask-dialog]) { display: contents !important }
[hidden], :is(.notice, .resume, .lang, .snippet, .asks):empty { display: none !important }
:host([trigger=corner]) { position: fixed; bottom: 16px; inset-inline-end: 16px; z-index: 10 }
* { box-sizing: border-box }
button, .field, .next, .row { padding: 7px 12px; border: 0; border-radius: 8px; color: inherit; font: inherit }
button { min-height: 36px; background: none; cursor: pointer }
button:hover, .next, .resume, code, .code, [aria-pressed=true] { background: var(--raised) }
hr { border: 0 }
kbd, .trigger, .panel, .code, .notice, .retry { border: 1px solid var(--line) }
.found, .answers, .turn + .turn, .follow, .foot, td, hr, div.ask { border-top: 1px solid var(--line) }
.panel, .turns, .code { position: relative }
.panel, .found, .answers { display: flex; flex: auto; flex-direction: column; min-height: 0 }
.field, .words, .next { flex: 1; min-width: 0 }
.snippet, .title, .foot, .lang, details, table, .notice { font-size: .8125em; line-height: 1.45 }
.title, mark, .number, h2, h3 { font-weight: 600 }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px }
.icon {
  width: 1.25em; height: 1.25em; flex: none; fill: none; stroke: currentColor; stroke-width: 1.7;
  stroke-linecap: round; stroke-linejoin: round
}
:is(.to-back, .to-side, .to-erase):dir(rtl) { transform: scaleX(-1) }
.to-down { rotate: .5turn }
.to-stop { fill: currentColor }
kbd { font: inherit; font-size: .75em; padding: 0 .45em }
.trigger, .panel, .notice, div.ask { background: var(--surface) }
.trigger, .bar, .row, .resume, .follow, .tools, .foot, .asks { display: flex; align-items: center; gap: 10px }
.trigger, .bar, .path, .snippet, .clear, .foot, details, .icon, blockquote, .lang, .comment, kbd { color: var(--muted) }

dialog {
  inset: 0; overflow: auto; overscroll-behavior: contain; scrollbar-width: none
}
dialog::backdrop { background: var(--ask-backdrop, #0007) }
.panel {
  width: min(var(--ask-width, 672px), 100% - 32px); max-height: min(736px, 84%); margin: 8vh auto 0;
  border-radius: var(--ask-radius, 14px); overflow: hidden; overflow-wrap: anywhere
}
.answers:has(.turn + .turn) { height: 736px }
.beside .panel {
  width: min(var(--ask-panel-width, 432px), 100vw); height: 100%; max-height: none; margin: 0; margin-inline-start: auto; border-radius: 0;
  border: 0; border-inline-start: 1px solid var(--line)
}
.beside:not(:modal) { inset-inline-start: auto; z-index: 2147483647 }
:modal .panel { box-shadow: 0 24px 64px #0004 }

.bar { padding: 6px; gap: 2px }
.bar > .icon { margin: 0 8px }
button[title] { display: grid; place-items: center; width: 36px; padding: 0 }
.back:not([hidden]) + .icon, :placeholder-shown + .erase { display: none }
.field { padding-inline: 0; font-size: 1.0625em; color: var(--ink); background: none; outline: 0 }
::placeholder { color: var(--muted); opacity: 1 }
.list, .turns { flex: 1; overflow: auto; overscroll-behavior: contain; padding: 4px 8px 8px; scroll-padding-block: min(4.5em, 30%) }
.title { padding: 12px 12px 4px }
.path { font-weight: 400 }
.row, .number { text-decoration: none }
.row { align-items: start; cursor: pointer }
.row .icon { margin-top: 2px }
:has(.to-page) ~ .row { margin-inline-start: 1.5em }
.row[aria-selected=true], .number, .source:hover, mark { background: var(--tint) }
a, .row[aria-selected=true] .icon { color: var(--accent) }
.head, .text, .asks { font-size: .9375em }
:is(.result, .ask, .source) .head { font-weight: 550 }
.snippet { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden }
mark { color: var(--ink) }
kbd, mark, code { border-radius: 5px }
div.ask { position: sticky; inset-block: min(-8px, 100% - 12em); margin: 0 -8px -8px; padding: 6px 8px }
div.ask:first-child { border: 0 }
.resume { margin: 8px 8px 0 }
.note { padding: .25em 1.25em }
[hidden] + .foot { border: 0 }
.foot { padding: 8px 20px; justify-content: space-between }
.keys kbd { margin-inline: 1em .4em }
.spoken { position: absolute; top: 0; clip-path: inset(50%) }

.turns { padding: 0 1.4em; outline-offset: -3px }
.turn { padding: 1.2em 0 }
.turn + .turn:last-child { min-height: calc(100% + 1px) }
h2, h3 { margin: 1.2em 0 .5em; font-size: .9375em }
h2 { margin: 0 0 .4em; font-size: 1.0625em; outline: 0 !important }
summary { width: fit-content; padding: 3px 0; cursor: pointer; list-style: none }
summary::before { content: "✓ " }
.busy summary::before { content: "● "; color: var(--accent) }
.steps ul, .places :is(ol, ul) { margin: 0; padding: 0; list-style: none }
.text > *, .notice, .note p { margin: .75em 0 }
.text :is(ul, ol) { padding-inline-start: 1.5em }
.text :is(p, li, h3, td, th), :is(.words, .note) > *, .notice { unicode-bidi: plaintext }
:is(.words, .note) > * { text-align: -webkit-match-parent }
blockquote { padding-inline-start: 1em; border-inline-start: 3px solid var(--line) }
.number::before { content: "\\2060" }
.number { font-size: .75em; vertical-align: .2em; padding: .1em .55em; margin-inline-start: .15em; border-radius: 1em }
code { font: .875em var(--ask-mono, ui-monospace, monospace); padding: .1em .2em }
pre { margin: 0; padding: 14px; tab-size: 4 }
.code, .notice { border-radius: 8px }
pre, .table { overflow: auto; overflow-wrap: normal }
pre code { padding: 0; background: none }
.lang { display: block; padding: 8px 14px 0 }
.code button { position: absolute; top: 0; right: 0; background: inherit }
.string { color: light-dark(#065, #8db) }
.keyword { color: light-dark(#729, #cae) }
td code, bdi, kbd { white-space: nowrap }
table { border-collapse: collapse }
th, td { padding: .5em 0; padding-inline-end: 1.2em }
th:not([align]) { text-align: start }
.notice { position: sticky; bottom: 8px; padding: 8px 12px }
.failed { border-color: #d43 }
.source { margin-inline: -12px }
ol .source .icon { display: none }
ol .source::before { content: counter(list-item); width: 1.1em; text-align: center; color: var(--accent) }
.asks { flex-wrap: wrap; margin-top: 1em }
.tools { gap: 0; margin: 8px -8px -8px }
.follow { padding: 10px }
.follow button { border-radius: 50%; background: var(--accent) }
.follow .icon { color: var(--surface) }

@keyframes pulse { 50% { opacity: .25 } }
@media (prefers-reduced-motion: no-preference) {
  .busy :is(summary::before, .icon), :has(> .field.busy) > .icon { animation: pulse 1.4s 150ms infinite }
}
@media (max-width: 40em), (max-height: 30em) {
  .panel {
    width: 100% !important; height: 100% !important; max-height: none; margin: 0; border: 0; border-radius: 0;
    padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)
  }
  .bar .side { display: none }
}
@media (hover: none) {
  .field, .next { font-size: max(16px, 1.0625em) }
  kbd, .keys { display: none }
  .foot:has(:first-child:empty) { display: none }
  button, input, .row, .lang, summary { min-height: 44px; min-width: 44px !important; align-content: center }
  summary { margin: -8px 0 }
}
@media print { .trigger, dialog { display: none !important } }
@media (forced-colors: active) {
  .row[aria-selected=true] { outline: 2px solid Highlight }
  .next, .follow button { border: 1px solid }
  .icon { color: CanvasText !important }
}
`
