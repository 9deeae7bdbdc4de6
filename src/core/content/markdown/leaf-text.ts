/**
 * A component without content, such as `<Since v="5.18.0" />` -> its name in
 * words and the values of its attributes: "Since 5.18.0". Values that only style
 * or steer are left out: those of attributes with a known name of that kind
 * (`STEERING`, and names that end in `Name`, `Id`, `Key`, `Path`, `Repo`, `Url`)
 * or with marks in the name (`client:load`, `data-id`, `:prop`), and addresses,
 * paths, colors and truth values. Without any other value the component gives no
 * text at all.
 */
import type { Tag } from './syntax/tag.ts'

const STEERING = new Set(
  `align animation as background blok category class className color colour cols columns component decoding depth dir
  direction document fetchpriority file filter for format from gap height href icon id image img is key kind lang
  language layout level limit loading locale margin maxWidth mode name order padding path position poster priority
  quality query ref rel repo role rows size sizes slot slugs src srcset step style syncKey target theme to transition
  type uri url variant widths width`
    .split(/\s+/),
)
const IDENTIFIER = /(?:Id|Key|Name|Path|Repo|Url)$/
const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9_]*$/
/** `true`; `https:…`, `./a.png`, `#fff`, `--size`, `calc(…)`. */
const NO_WORDS = /^(?:true|false|null|undefined)$|^[a-z][a-z0-9+.-]*:\S|^[./#-]|\($|^[\w-]+\([^)]*\)$/i
const WORD_BOUND = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[-_.]+/

/** The text of the component; empty if it has no value for readers. */
export function leafText({ name, attributes }: Tag): string {
  const values: string[] = []
  for (const [key, value] of attributes) {
    const isSteering = STEERING.has(key) || IDENTIFIER.test(key) || !PLAIN_NAME.test(key)
    if (!isSteering && value !== '' && !NO_WORDS.test(value)) values.push(value)
  }
  return values.length === 0 ? '' : [...name.split(WORD_BOUND), ...values].join(' ')
}
