/**
 * Numbers with their units in a text -> values that can be compared: `60s`, `60 seconds` and `one minute` are the same.
 * Units of time, size, share and layout, in English and the languages of the service's own sentences.
 */

/** A number in a text. */
export interface Quantity {
  /** As it is written, with its unit. */
  readonly text: string
  readonly at: number
  /** Its number without the unit, `1000` for `1,000 s`; as it is written if it is none, such as `1.2.3`. */
  readonly number: string
  /** In the base unit of its dimension. */
  readonly value: number
  /** Null for a number without a known unit. */
  readonly dimension: string | null
}

/** The numbers and units of a text, to look others up in. */
export interface Measures {
  /** Each number as `60`, with its dimension, `time 60000`, and as what it is written: `60 time`, or `60 bare`. */
  readonly numbers: ReadonlySet<string>
  /** Sizes of the units that it names, with or without a number, by their dimension. */
  readonly units: ReadonlyMap<string, ReadonlySet<number>>
  /** Sizes of the units in which it says that numbers are given, by their dimension. */
  readonly given: ReadonlyMap<string, ReadonlySet<number>>
}

const KIBI = 1_024
/** The smallest number without a unit that may be one of another unit, as 60 seconds are a minute. */
const MIN_CONVERTED = 60
/** Dimension, size in its base unit, and names. A thousand bytes count as 1,024: authors mean either. */
const UNITS: readonly (readonly [dimension: string, size: number, names: string])[] = [
  ['time', 1, 'ms|msecs?|millis|milliseconds?|Millisekunden?|millisecondes?|miliss?egundos?|ミリ秒|毫秒'],
  ['time', 1_000, 's|secs?|seconds?|Sekunden?|secondes?|segundos?|秒'],
  ['time', 60_000, 'm|mins?|minutes?|Minuten?|minutos?|分|分钟'],
  ['time', 3_600_000, 'h|hrs?|hours?|Stunden?|heures?|horas?|時間|小时'],
  ['time', 86_400_000, 'd|days?|Tage?n?|jours?|días?|dias?|日|天'],
  ['time', 604_800_000, 'w|weeks?|Wochen?|semaines?|semanas?|週間|周'],
  ['month', 1, 'months?|Monate?n?|mois|meses|mês|か月|个月'],
  ['month', 12, 'years?|Jahre?n?|ans?|années?|años?|anos?|年'],
  ['size', 1, 'B|bytes?|octets?|バイト|字节'],
  ['size', KIBI, 'kB|KiB|kilobytes?'],
  ['size', KIBI ** 2, 'MB|MiB|megabytes?'],
  ['size', KIBI ** 3, 'GB|GiB|gigabytes?'],
  ['size', KIBI ** 4, 'TB|TiB|terabytes?'],
  ['share', 1, '%|percent|per cent|Prozent|pour cent|por ciento|por cento|パーセント'],
  ['px', 1, 'px|pixels?|Pixel'],
  ['em', 1, 'em'],
  ['rem', 1, 'rem'],
]
const UNIT_OF = new Map(
  UNITS.map(([dimension, size, names]) => [new RegExp(`^(?:${names})$`, 'iu'), { dimension, size }]),
)

const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  ('zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
    'eighteen nineteen twenty').split(' ').map((word, value) => [word, value]),
)
const TENS: ReadonlyMap<string, number> = new Map([
  ['thirty', 30], ['forty', 40], ['fifty', 50], ['sixty', 60], ['ninety', 90], ['hundred', 100],
])
/** `a minute` is one; `a second` may also be another one. */
const ARTICLES = /^an?$/i

const DIGITS = String.raw`\d+(?:[.,]\d+|_\d{3}(?!\d))*`
const WORDS = [...NUMBER_WORDS.keys(), ...TENS.keys()].join('|')
const NAMES = UNITS.map(([, , names]) => names).join('|')
const WITH_UNIT = new RegExp(
  `(?<![\\w.,])(${DIGITS}|(?:${WORDS}|an?)(?=[\\s-]))[\\s\\u00a0-]?(${NAMES})(?![\\p{L}\\p{N}_])`,
  'giu',
)
/** Digits that no word ends with, such as `IPv6`. */
const BARE = new RegExp(`(?<![\\p{L}\\d_])${DIGITS}`, 'gu')

/** `60 * 1000`, as programs have it. */
const PRODUCT = /(?<![\w.])\d[\d_]*(?:\s{0,4}\*\s{0,4}\d[\d_]*){1,4}/g

/** What is said to have a unit, before it: `a value in milliseconds`, not `ready in minutes`. */
const MEASURED =
  '\\b(?:value|number|given?|gives|specif\\w+|measured|expressed|set|written|duration|size|length|age|time(?:out)?|' +
  'delay|interval)\\b[^.]{0,24}'
const LONE_UNIT = new RegExp(`(?<=${MEASURED} (?:in|of) )(?:${NAMES})(?![\\p{L}\\p{N}_])`, 'giu')
const UNIT_WORD = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${NAMES})(?![\\p{L}\\p{N}_])`, 'giu')
/** UTF-16 units of the name of a unit as a word; fewer letters may be anything. */
const MIN_UNIT_LENGTH = 4

/** Reads a text once, so that looking up takes no longer for a long one. */
export function measuresIn(text: string): Measures {
  const numbers = new Set<string>()
  for (const { number, value, dimension } of quantitiesIn(text)) {
    numbers.add(number).add(`${number} ${dimension ?? 'bare'}`)
    if (dimension !== null) numbers.add(`${dimension} ${value}`)
  }
  return { numbers, units: sizesOf(text.matchAll(UNIT_WORD)), given: sizesOf(text.matchAll(LONE_UNIT)) }
}

function sizesOf(names: Iterable<RegExpMatchArray>): ReadonlyMap<string, ReadonlySet<number>> {
  const sizes = new Map<string, Set<number>>()
  for (const [name] of names) {
    const unit = wordNamed(name)
    if (unit !== null) sizes.set(unit.dimension, (sizes.get(unit.dimension) ?? new Set()).add(unit.size))
  }
  return sizes
}

/** The units that a text gives without a number although the sources have only others of their dimension. */
export function otherUnits(text: string, sources: readonly Measures[]): readonly string[] {
  return Array.from(text.matchAll(LONE_UNIT), ([name]) => name).filter((name) => {
    const unit = wordNamed(name)
    const sizes = unit === null ? [] : sources.flatMap(({ units }) => units.get(unit.dimension) ?? [])
    return unit !== null && sizes.length > 0 && !sizes.some((each) => each.has(unit.size))
  })
}

/** The numbers of a text: products, those with a known unit, then all others. */
export function quantitiesIn(text: string): readonly Quantity[] {
  const found: Quantity[] = []
  for (const { 0: product, index } of text.matchAll(PRODUCT)) {
    const value = product.split('*').reduce((result, factor) => result * Number(factor.replaceAll('_', '')), 1)
    found.push({ text: product, at: index, number: `${value}`, value, dimension: null })
  }
  const rest = text.replace(WITH_UNIT, (whole: string, number: string, name: string, at: number) => {
    const unit = unitNamed(name)
    const isTime = unit?.dimension === 'time' || unit?.dimension === 'month'
    if (unit === null || (ARTICLES.test(number) && !isTime)) return whole
    const count = numberOf(number)
    const value = count * unit.size
    found.push({ text: whole, at, number: nameOf(number, count), value, dimension: unit.dimension })
    return ' '.repeat(whole.length)
  })
  // A factor is no number of its own: `100 * 1024` is not a thousand.
  for (const { 0: number, index } of rest.replace(PRODUCT, (product) => ' '.repeat(product.length)).matchAll(BARE)) {
    const value = numberOf(number)
    found.push({ text: number, at: index, number: nameOf(number, value), value, dimension: null })
  }
  return found
}

/** The unit of a word, null for fewer letters. */
function wordNamed(name: string) {
  return name.length < MIN_UNIT_LENGTH ? null : unitNamed(name)
}

function unitNamed(name: string): { readonly dimension: string; readonly size: number } | null {
  for (const [pattern, unit] of UNIT_OF) if (pattern.test(name)) return unit
  return null
}

function nameOf(text: string, value: number): string {
  return Number.isNaN(value) ? text : `${value}`
}

/** `1,000`, `1_000` and `1.5`; a comma before other than three digits is that of a decimal. */
function numberOf(text: string): number {
  const word = text.toLowerCase()
  if (ARTICLES.test(word)) return 1
  const value = NUMBER_WORDS.get(word) ?? TENS.get(word)
  if (value !== undefined) return value
  return Number(text.replace(/[,_](?=\d{3}(?!\d))/g, '').replace(',', '.'))
}

/** True if a text has a number. One without a unit may have any: `max-age=60` is a minute. */
export function hasQuantity({ numbers, given }: Measures, { number, value, dimension }: Quantity): boolean {
  if (dimension === null) return numbers.has(number)
  const sizes = given.get(dimension)
  return numbers.has(`${dimension} ${value}`) || UNITS.some(([each, size]) => {
    const bare = value / size
    // A small number counts things, unless it is written the same, and has no other unit elsewhere.
    const isMeant = `${bare}` === number ? !numbers.has(`${number} ${dimension}`) : bare >= MIN_CONVERTED
    return each === dimension && isMeant && (sizes?.has(size) ?? true) && numbers.has(`${bare} bare`)
  })
}
