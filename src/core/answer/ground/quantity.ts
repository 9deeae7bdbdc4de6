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
  /** What it is where a point parts thousands, or a comma decimals: `10.000`, `2,125`. */
  readonly other?: Quantity
}

/** The numbers and units of a text, to look others up in. */
export interface Measures {
  /** Each number as `60`, and with its dimension, `time 60000`, or without a unit, `60 bare`. */
  readonly numbers: ReadonlySet<string>
  /** Sizes of the units that it names, with or without a number, by their dimension. */
  readonly units: ReadonlyMap<string, ReadonlySet<number>>
  /** Sizes of the units in which it says that numbers are given, by their dimension. */
  readonly given: ReadonlyMap<string, ReadonlySet<number>>
}

const KIBI = 1_024
const DAY_MS = 86_400_000
/** The share of a number that may be lost when it is rounded. */
const MAX_ROUNDING = 0.02
/** The same of sizes, whose units may have a thousand or 1,024 of the one below. */
const MAX_SIZE_ROUNDING = 0.05
/** The smallest number without a unit that may be one of another unit, as 60 seconds are a minute. */
const MIN_CONVERTED = 60
/**
 * Dimension, size in its base unit, and names. A kilobyte has 1,024 bytes, and also a thousand: authors mean either.
 */
const UNITS: readonly (readonly [dimension: string, size: number, names: string])[] = [
  ['time', 1e-6, 'ns|nanos(?:econds?)?|Nanosekunden?|nanosecondes?|nanoss?egundos?|ナノ秒|纳秒'],
  ['time', 1e-3, '[µμ]s|usecs?|micros(?:econds?)?|Mikrosekunden?|microsecondes?|micross?egundos?|マイクロ秒|微秒'],
  ['time', 1, 'ms|msecs?|millis|milliseconds?|Millisekunden?|millisecondes?|miliss?egundos?|ミリ秒|毫秒'],
  ['time', 1_000, 's|secs?|seconds?|Sekunden?|secondes?|segundos?|秒'],
  ['time', 60_000, 'm|mins?|minutes?|Minuten?|minutos?|分|分钟'],
  ['time', 3_600_000, 'h|hrs?|hours?|Stunden?|heures?|horas?|時間|小时'],
  ['time', DAY_MS, 'd|days?|Tage?n?|jours?|días?|dias?|日|天'],
  ['time', 604_800_000, 'w|weeks?|Wochen?|semaines?|semanas?|週間|周'],
  ['month', 1, 'months?|Monate?n?|mois|meses|mês|か月|个月'],
  ['month', 12, 'years?|Jahre?n?|ans?|années?|años?|anos?|年'],
  ['size', 1, 'B|bytes?|octets?|バイト|字节'],
  ['size', KIBI, 'kB|KiB|kilobytes?|kibibytes?'],
  ['size', KIBI ** 2, 'MB|MiB|megabytes?|mebibytes?'],
  ['size', KIBI ** 3, 'GB|GiB|gigabytes?|gibibytes?'],
  ['size', KIBI ** 4, 'TB|TiB|terabytes?|tebibytes?'],
  ['bits', 1, 'bits?'],
  ['bits', 1_000, 'kbits?|kilobits?|kbps'],
  ['bits', 1e6, 'Mbits?|megabits?|Mbps'],
  ['bits', 1e9, 'Gbits?|gigabits?|Gbps'],
  ['share', 1, '%|percent|per cent|Prozent|pour cent|por ciento|por cento|パーセント'],
  ['px', 1, 'px|pixels?|Pixel'],
  ['times', 1, 'times|mal|fois|veces|vezes'],
  ['em', 1, 'em'],
  ['rem', 1, 'rem'],
]
const NAMED = UNITS.map(([dimension, size, names]) => ({ dimension, size, pattern: new RegExp(`^(?:${names})$`, 'iu') }))

/** Number words from 0 on in the languages of the units; beyond these, people write digits. */
const COUNTS = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
    'eighteen nineteen twenty',
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze',
  'cero un dos tres cuatro cinco seis siete ocho nueve diez once doce',
  'zero um dois três quatro cinco seis sete oito nove dez onze doze',
]
const TENS: readonly (readonly [words: string, value: number])[] = [
  ['fifteen|fünfzehn|quinze|quince', 15], ['twenty|zwanzig|vingt|veinte|vinte', 20],
  ['thirty|dreißig|trente|treinta|trinta', 30], ['forty|vierzig|quarante|cuarenta|quarenta', 40],
  ['fifty|fünfzig|cinquante|cincuenta|cinquenta', 50], ['sixty|sechzig|soixante|sesenta|sessenta', 60],
  ['seventy|siebzig', 70], ['eighty|achtzig', 80], ['ninety|neunzig', 90], ['hundred|hundert|cent|cien|cem', 100],
]
const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...COUNTS.flatMap((words) => words.split(' ').map((word, value): [string, number] => [word, value])),
  ...TENS.flatMap(([words, value]) => words.split('|').map((word): [string, number] => [word, value])),
  ['half a', 1 / 2], ['half an', 1 / 2], ['one and a half', 3 / 2], ['twice', 2], ['double', 2], ['doubles', 2],
  ['triple', 3], ['triples', 3],
  ...Array.from('一二三四五六七八九', (sign, at): [string, number] => [sign, at + 1]),
])
const ARTICLES = 'an?|ein(?:e[nrs]?)?|une?|una|uma?|per|pro|par|por'
/** `a minute` is one, and so is that of `per minute`; `a second` may also be another one. */
export const ARTICLE = new RegExp(`^(?:${ARTICLES})(?!\\p{L})`, 'iu')

/** `1 000` in languages that part thousands by a space. */
const GROUPED = String.raw`\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,6}(?![\d.,])`
/** `10.000` and `1.000,5` in languages that part thousands by a point; `2,125`, but not `2,100`, may have decimals. */
const POINTED = /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/
const MAYBE_DECIMAL = /^[1-9]\d{0,2},\d{2}[1-9]$/
const DIGITS = `${GROUPED}|${String.raw`\d+(?:[.,]\d+|_\d{3}(?!\d))*`}`
/** `once an hour` is no eleven years. */
const WORDS = [...NUMBER_WORDS.keys()].sort((a, b) => b.length - a.length).join('|')
  .replace('once', 'once(?!\\s+an?\\b)')
const NAMES = UNITS.map(([, , names]) => names).join('|')
/** Signs that count; with a minute they also mean `enough`, with a day the date. */
const SIGNS = '[一二三四五六七八九](?!分(?!钟)|日)'
const WITH_UNIT = new RegExp(
  `(?<![\\w.,])((?:${DIGITS})|(?<!\\p{L})(?:${WORDS}|${ARTICLES})(?=[\\s-])|${SIGNS})` +
    `[\\s\\u00a0-]?(?:(?:full|whole|more) )?(${NAMES})(?![\\p{sc=Latin}\\p{N}_])`,
  'giu',
)
/** Digits that no word ends with, such as `IPv6`, but `414x896` and `v1.31`; `26th` counts nothing. */
const BARE = new RegExp(
  `(?:(?<![\\p{L}\\d_])|(?<=\\dx)|(?<=v)(?=\\d+\\.))(?:${DIGITS})(?!\\d|(?:st|nd|rd|th)\\b)`,
  'gu',
)

/** A time of the day: `8:00`, `08:00`, `8 am`, `midnight`. */
const CLOCK =
  /(?<![\w:.])(?:(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(?![:\d])(?:\s?([ap])\.?m\b)?|(\d{1,2})\s?([ap])\.?m\b)|\b(?:midnight|noon)\b/gi

const PATCH_0 = /^(\d+\.\d+)\.0$/

/** A word for more than one thing; without a unit not one that is another word elsewhere: once, ELF, DOS, `neuf`. */
const AMBIGUOUS = ['null', 'once', 'elf', 'dos', 'cent', 'doze', 'neuf', 'quince', 'sept']
const MANY = [...NUMBER_WORDS.keys()].filter((word) => numberOf(word) !== 1 && !AMBIGUOUS.includes(word)).join('|')
const COUNT = new RegExp(`(?<![\\p{L}\\d_])(?:${MANY})(?![\\p{L}\\d_])`, 'giu')

/** `1h30m`: parts of a time, the largest first. */
const COMPOUND = /(?<![\w.])(?=\d+[dhm]+s?\d)(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?(?:(\d+)ms)?(?!\w)/g
const COMPOUND_SIZES = [DAY_MS, 3_600_000, 60_000, 1_000, 1]

/** `32k`, `50M`, `1Gi` of settings; `5m` are minutes. */
const SHORT_SIZE = /(?<![\w.])(\d+(?:\.\d+)?)([kKMGT])i?(?!\w)/g

/** `60 * 1000`, as programs have it. */
const PRODUCT = /(?<![\w.])\d[\d_]*(?:\s{0,4}\*\s{0,4}\d[\d_]*){1,4}/g

/** Numbers with signs between them, with units or without. */
const COMPUTED = `(?:${DIGITS})(?:\\s?(?:${NAMES}))?`
const COMPUTATION =
  new RegExp(`(?<![\\w.,])${COMPUTED}(?:\\s?[+−*×·/÷]\\s?${COMPUTED}|\\s[–-]\\s${COMPUTED}){1,8}`, 'giu')
const TERM = /([+−–-]?)([^+−–-]+)/g
const FACTOR = new RegExp(`([*×·/÷]?)\\s?(${DIGITS})`, 'g')

/** What is said to have a unit, before it: `a value in milliseconds`, not `ready in minutes`. */
const MEASURED =
  '\\b(?:value|number|given?|gives|specif\\w+|measured|expressed|set|written|duration|size|length|age|time(?:out)?|' +
  'delay|interval)\\b[^.]{0,24}'
const LONE_UNIT = new RegExp(`(?<=(?:${MEASURED} (?:in|of)|, in|refers? to) )(?:${NAMES})(?![\\p{L}\\p{N}_])`, 'giu')
const UNIT_WORD = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${NAMES})(?![\\p{L}\\p{N}_])`, 'giu')
/** UTF-16 units of the name of a unit as a word; fewer letters may be anything. */
const MIN_UNIT_LENGTH = 4

/** Reads a text once, so that looking up takes no longer for a long one. */
export function measuresIn(text: string): Measures {
  const numbers = new Set<string>()
  const read = quantitiesIn(text).flatMap((each) => (each.other === undefined ? each : [each, each.other]))
  for (const { text: written, number, value, dimension } of read) {
    numbers.add(number).add(dimension === null ? `${number} bare` : `${dimension} ${value}`)
    if (dimension === 'size') numbers.add(`size ${inThousands(number, value)}`)
    if (dimension === 'month') numbers.add(`time ${daysOf(value) * DAY_MS}`)
    // `20.19.0` is 20.19, 0.85 is 85 %, and 93.75 is about 94.
    if (PATCH_0.test(number)) numbers.add(`${Number(number.replace(PATCH_0, '$1'))}`)
    if (dimension === null && /^[01]\.\d/.test(written)) numbers.add(`share ${roundedTo(value * 100, 2)}`)
  }
  for (const { number } of countsIn(text)) numbers.add(number).add(`${number} bare`)
  for (const [, number = '', unit = ''] of text.matchAll(SHORT_SIZE)) {
    const size = Number(number) * KIBI ** (1 + 'kmgt'.indexOf(unit.toLowerCase()))
    numbers.add(`size ${size}`).add(`size ${inThousands(number, size)}`)
  }
  return { numbers, units: sizesOf(text.matchAll(UNIT_WORD)), given: sizesOf(text.matchAll(LONE_UNIT)) }
}

/** The names of units in a text. */
export function unitsIn(text: string): string {
  return (text.match(UNIT_WORD) ?? []).join(' ')
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
    const dimension = unit?.dimension ?? ''
    const sizes = sources.flatMap(({ given, units }) => given.get(dimension) ?? units.get(dimension) ?? [])
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
  const timeless = text.replace(CLOCK, (whole: string, ...groups: readonly (string | undefined)[]) => {
    const [hour24, minutes = '0', half24, hour12, half = half24] = groups
    const hour = Number(hour24 ?? hour12 ?? (/noon/i.test(whole) ? 12 : 0))
    const value = (half === undefined ? hour : (hour % 12) + (/p/i.test(half) ? 12 : 0)) * 60 + Number(minutes)
    found.push({ text: whole, at: Number(groups[5]), number: whole, value, dimension: 'clock' })
    return ' '.repeat(whole.length)
  }).replace(COMPOUND, (whole: string, ...groups: readonly (string | number | undefined)[]) => {
    const value = COMPOUND_SIZES.reduce((sum, size, at) => sum + Number(groups[at] ?? 0) * size, 0)
    found.push({ text: whole, at: Number(groups[COMPOUND_SIZES.length]), number: whole, value, dimension: 'time' })
    return ' '.repeat(whole.length)
  })
  const rest = timeless.replace(WITH_UNIT, (whole: string, number: string, name: string, at: number) => {
    const unit = unitNamed(name)
    const isTime = unit?.dimension === 'time' || unit?.dimension === 'month'
    if (unit === null || (ARTICLE.test(number) && !isTime)) return whole
    found.push(quantityOf(number, { text: whole, at, dimension: unit.dimension }, unit.size))
    return ' '.repeat(whole.length)
  })
  // A factor is no number of its own: `100 * 1024` is not a thousand.
  for (const { 0: whole, index } of rest.replace(PRODUCT, (product) => ' '.repeat(product.length)).matchAll(BARE)) {
    found.push(quantityOf(whole, { text: whole, at: index, dimension: null }, 1))
  }
  return found
}

/** The unit of a word, null for fewer letters. */
function wordNamed(name: string) {
  return name.length < MIN_UNIT_LENGTH ? null : unitNamed(name)
}

function unitNamed(name: string) {
  return NAMED.find(({ pattern }) => pattern.test(name)) ?? null
}

/** So many units of this size. */
function quantityOf(written: string, place: Pick<Quantity, 'text' | 'at' | 'dimension'>, size: number): Quantity {
  const readAs = (count: number) => ({ ...place, number: count >= 0 ? `${count}` : written, value: count * size })
  const plain = POINTED.test(written) ? written.replaceAll('.', '') : MAYBE_DECIMAL.test(written) ? written : null
  const first = readAs(numberOf(written))
  return plain === null ? first : { ...first, other: readAs(Number(plain.replace(',', '.'))) }
}

/** `1,000`, `1_000` and `1.5`; a comma before other than three digits, or after a lone 0, is that of a decimal. */
function numberOf(text: string): number {
  const word = text.toLowerCase()
  if (ARTICLE.test(word)) return 1
  const value = NUMBER_WORDS.get(word)
  if (value !== undefined) return value
  return Number(text.replace(/(?:(?<!^0),|[_ \u00a0\u202f])(?=\d{3}(?!\d))/g, '').replace(',', '.'))
}

/** The numbers that a text has as words, without units: `three to ten times`. */
export function countsIn(text: string): readonly Quantity[] {
  return Array.from(text.replace(WITH_UNIT, ' ').matchAll(COUNT), ({ 0: word, index: at }) => {
    const value = numberOf(word)
    return { text: word, at, number: `${value}`, value, dimension: null }
  })
}

/**
 * True for the product, quotient, sum or difference of two quantities, or the sum of all different ones of its
 * dimension, also if it is rounded: 2,000 a request are 20,000 in ten requests.
 */
export function followsFrom(quantity: Quantity, stated: readonly Quantity[]): boolean {
  const { number, value, dimension } = withoutTimes(quantity)
  const given = stated.map(withoutTimes)
  // What is not round is exact.
  const share = !/^[1-9]\d?0*$/.test(number) ? 0 : dimension === 'size' ? MAX_SIZE_ROUNDING : MAX_ROUNDING
  const isNear = (other: number, most = share) => Math.abs(other - value) <= value * most
  // Ten years are 3,650 days.
  const isSameTime = (each: Quantity) => each.dimension === 'time' && each.value === daysOf(value) * DAY_MS
  if (dimension === 'month' && given.some(isSameTime)) return true
  const alike = new Set(given.filter((each) => each.dimension === dimension).map((each) => each.value))
  if (alike.size > 2 && isNear([...alike].reduce((sum, each) => sum + each))) return true
  return given.some((one, at) => given.slice(at + 1).some((other) => {
    // Four years from 2015 to 2019.
    const areBare = one.dimension === null && other.dimension === null
    const isSpan = areBare && `${Math.abs(one.value - other.value)}` === number
    const most = share > 0 && one.dimension === 'size' ? MAX_SIZE_ROUNDING : share
    return isSpan || resultsOf(one, other).some((each) => each.dimension === dimension && isNear(each.value, most))
  }))
}

/** `3 times` as a number that multiplies others. */
function withoutTimes(quantity: Quantity): Quantity {
  return quantity.dimension === 'times' ? { ...quantity, dimension: null } : quantity
}

/** True for the value of a computation that a text has written out: `30 × 86,400 s × 2 B ≈ 5.2 MB`. */
export function isComputedIn(text: string, { number, value, dimension }: Quantity): boolean {
  const forms = [value, Number(number), dimension === 'size' ? inThousands(number, value) : value / 100]
  return Array.from(text.matchAll(COMPUTATION)).some(([computation]) => {
    const result = sumOf(computation)
    return forms.some((each) => Math.abs(each - result) <= result * MAX_ROUNDING)
  })
}

function sumOf(text: string): number {
  const terms = Array.from(text.matchAll(TERM), ([, sign = '', factors = '']) => {
    return /[−–-]/.test(sign) ? -productOf(factors) : productOf(factors)
  })
  return terms.reduce((sum, term) => sum + term, 0)
}

function productOf(text: string): number {
  return Array.from(text.matchAll(FACTOR)).reduce((product, [, sign = '', digits = '']) => {
    return /[/÷]/.test(sign) ? product / numberOf(digits) : product * numberOf(digits)
  }, 1)
}

function resultsOf(one: Quantity, other: Quantity): readonly Pick<Quantity, 'value' | 'dimension'>[] {
  const [large, small] = one.value > other.value ? [one, other] : [other, one]
  const quotient = large.value / small.value
  if (large.dimension !== small.dimension) {
    const product = { value: large.value * small.value, dimension: large.dimension ?? small.dimension }
    if (small.dimension === null) return [product, { value: quotient, dimension: large.dimension }]
    return large.dimension === null ? [product] : []
  }
  const { dimension } = large
  const ratio = { value: quotient, dimension: null }
  const sums = [large.value + small.value, large.value - small.value].map((value) => ({ value, dimension }))
  // A small number counts things and multiplies others, but is not added to them.
  if (dimension !== null) return [...sums, ratio]
  return [...(isSmall(small) ? [] : sums), ratio, { value: large.value * small.value, dimension }]
}

/** True for a small number, which counts steps and things. */
export function isSmall({ dimension, value }: Quantity): boolean {
  return dimension === null && value < 10 && Number.isInteger(value)
}

/** True for the number that a text has in another unit: 300 for five minutes. */
export function isGivenAs({ numbers }: Measures, number: string): boolean {
  const value = Number(number)
  return value >= MIN_CONVERTED && UNITS.some(([dimension, size]) => numbers.has(`${dimension} ${value * size}`))
}

/** True if a text has a number. One without a unit may have any: `max-age=60` is a minute. */
export function hasQuantity(measures: Measures, { number, value, dimension, other }: Quantity): boolean {
  const { numbers, given, units } = measures
  if (other !== undefined && hasQuantity(measures, other)) return true
  if (dimension === null) {
    return numbers.has(number) || (value > 0 && value < 1 && numbers.has(`share ${roundedTo(value * 100, 2)}`))
  }
  if (dimension === 'month' && numbers.has(`time ${daysOf(value) * DAY_MS}`)) return true
  const sizes = given.get(dimension) ?? units.get(dimension)
  if (dimension === 'size' && numbers.has(`size ${inThousands(number, value)}`)) return true
  return numbers.has(`${dimension} ${value}`) || UNITS.some(([each, size]) => {
    const bare = value / size
    return each === dimension && (sizes?.has(size) ?? true) && numbers.has(`${bare} bare`)
  })
}

/** Days of months, as people count them: 30, and 365 in a year. */
function daysOf(months: number): number {
  return months % 12 === 0 ? (months / 12) * 365 : months * 30
}

/** A size of so many units if each is a thousand of the one below it. */
function inThousands(count: string, size: number): number {
  return Number(count) * 1_000 ** Math.round(Math.log(size / Number(count)) / Math.log(KIBI))
}

function roundedTo(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

