/**
 * All languages but English: function words, and word -> stem, by tables of suffix rules. Romance languages and German
 * have light stemmers after Savoy ("Light Stemming Approaches for the French, Portuguese, German and Hungarian
 * Languages", 2006; for Spanish, "Report on CLEF-2001 Experiments", 2002: number, gender, final vowels), extended by
 * the verb endings that are frequent in instructions. Words must be folded: without accents, е for ё. A stem is a key,
 * not a word.
 *
 * The search module for English pages has none of them (`addons/static/page/english.ts`).
 */

/** Function words by language, in folded form, separated by white space. */
export const OTHER_FUNCTION_WORDS = {
  de: `ab aber alle allem allen aller alles als also am an andere anderem anderen anderer anderes anders auch
    auf aus bei beim bin bis da dabei damit dann das dass dein deine deinem deinen deiner deines dem den denn der
    deren des dich die dies diese diesem diesen dieser dieses dir doch du durch ein eine einem einen einer eines er
    es etwas fur gegen gibt haben hast hat hier ich ihr ihre im in ins ist ja jede jedem jeden jeder jedes kann
    kannst kein keine keinen konnen man mein meine meinem meinen meiner mich mir mit muss mussen musst nach nicht
    noch nur ob oder ohne sehr sein seine seit sich sie sind so soll uber um und uns unser unter vom von vor wann
    war warum was welche welchen welcher welches wenn wer werden wie wieder wir wird wo wozu zu zum zur zwischen`,
  es: `a al algo algun alguna algunos ante antes como con contra cual cuales cuando de del desde donde dos
    durante e el ella ellas ellos en entre era es esa ese eso esta estan estar estas este esto estos fue ha hace
    hacer hacia han hasta hay la las le les lo los luego mas me mi mis muy nada ni no nos o otra otras otro otros
    para pero poder podemos por porque puede pueden puedo que quien se sea ser si sin sobre son su sus tal tambien
    te tengo tiene todas todo todos tu tus un una unas uno unos y ya yo`,
  fr: `a afin ai alors apres au aucun aussi autre autres aux avant avec avoir c'est ce cela ces cet cette
    chaque ci comme comment d'un d'une dans de depuis des dois doit donc du elle elles en entre est et etait
    ete etre eux faire fait faut il ils j'ai je la le les leur leurs lors lui ma mais me mes moi mon n'est ne ni nos
    notre nous on ont ou par pas peut peuvent peux plus pour pourquoi qu'est qu'il qu'un qu'une quand que quel
    quelle quelles quels qui quoi s'il sa sans se ses si son sont sous sur ta te tes toi ton tous tout toute toutes
    tu un une vers vos votre vous y`,
  pt: `a ao aos aquela aquele aquilo as ate com como contra da das de dela dele deles depois do dos e ela
    elas ele eles em entre era essa esse esta estao estar estas este estes eu faco fazer foi ha isso isto ja la lhe
    mais mas me mesmo meu minha muito na nao nas nem no nos nossa nosso num numa o onde os ou outra outras outro
    outros para pela pelas pelo pelos pode podem por porque posso qual quais quando que quem sao se seja sem ser seu
    seus so sobre sua suas tal tambem te tem tenho ter teu toda todas todo todos tu tua um uma umas uns voce voces`,
  ru: `а без бы был была были было быть в вам вас ведь весь во вот все всех вы где
  да для до его ее ей если есть еще же за зачем здесь и из или им их к как какая какие какой ко когда кто ли либо
  меня мне можно мой моя мы на над надо нам нас не него нее нет ни них но ну нужно о об он она они оно от по под
  почему при про с сам свои свой себя со так также такой там тебя то того тоже только том тот ты у уже чем через что
  чтобы чтоб эта эти это этот я`,
}

/** A suffix, its replacement, and the least number of letters that must precede it. */
interface SuffixRule {
  readonly suffix: string
  readonly by: string
  readonly keep: number
}

/** One rule for each suffix of a list separated by white space; by default it is dropped. */
function suffixes(list: string, { keep, by = '' }: { keep: number; by?: string }): SuffixRule[] {
  return list.trim().split(/\s+/).map((suffix) => ({ suffix, by, keep }))
}

/** The rules of the lists in the order in which they are tried: longest suffix first, equal lengths as given. */
function longestFirst(...lists: readonly (readonly SuffixRule[])[]): readonly SuffixRule[] {
  return lists.flat().sort((a, b) => b.suffix.length - a.suffix.length)
}

/** The word after the first rule that fits; the word itself if no rule does. */
function replaceSuffix(word: string, rules: readonly SuffixRule[]): string {
  return replaceEnd(word, rules) ?? word
}

/** The word with the suffix of the first rule that fits replaced; null if no rule fits. */
function replaceEnd(word: string, rules: readonly SuffixRule[]): string | null {
  const rule = rules.find(({ suffix, keep }) => word.length - suffix.length >= keep && word.endsWith(suffix))
  return rule === undefined ? null : word.slice(0, word.length - rule.suffix.length) + rule.by
}

/** Short words that lose their vowel before the next word: "l'application". */
const ELISION = /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)'(?=.)/

const FRENCH_PLURALS = longestFirst(
  suffixes('eaux', { keep: 1, by: 'eau' }),
  suffixes('aux', { keep: 2, by: 'al' }),
  suffixes('s x', { keep: 3 }),
)

/** Endings that derive nouns, adjectives and adverbs. */
const FRENCH_DERIVED = longestFirst(
  suffixes('isation', { keep: 4, by: 'is' }),
  suffixes('ification', { keep: 2, by: 'ifi' }),
  suffixes('ation ication ement', { keep: 3 }),
  suffixes('ition issement', { keep: 4 }),
  suffixes('atrice', { keep: 3, by: 'ateur' }),
  suffixes('euse', { keep: 3, by: 'eu' }),
  suffixes('elle', { keep: 3, by: 'el' }),
  suffixes('if ive ivement', { keep: 3, by: 'iv' }),
)

const FRENCH_VERBAL = longestFirst(
  suffixes('er ez ee e era eras erai erez erons eront erait eraient', { keep: 3 }),
  suffixes('ant ante ent ait aient ais ons iez ions ir it i ie issez issant issent issait ira iront', { keep: 4 }),
  // Of nouns rather than verbs: "document", "argument".
  suffixes('ment', { keep: 0, by: 'ment' }),
)

const FRENCH_INNER = suffixes('iqu ic i', { keep: 4 })
const DOUBLED = /([bcdfglmnprstz])\1$/

/**
 * The stem of a French word; words of up to three letters are not changed. "Installer", "installez", "installé" and
 * "installation" share the stem "instal". A person keeps a different stem from the action: "utilisateur" is not
 * "utiliser".
 */
export function stemFrench(word: string): string {
  const bare = word.replace(ELISION, '')
  if (bare.length <= 3) return bare
  let stem = replaceSuffix(bare, FRENCH_PLURALS)
  stem = replaceSuffix(stem, FRENCH_DERIVED)
  stem = replaceSuffix(stem, FRENCH_VERBAL).replace(/y$/, 'i')
  stem = replaceSuffix(stem, FRENCH_INNER)
  return stem.replace(DOUBLED, '$1')
}

const SPANISH_PLURALS = longestFirst(
  suffixes('iones', { keep: 1, by: 'ion' }),
  suffixes('enes', { keep: 3, by: 'en' }),
  suffixes('ares', { keep: 3, by: 'ar' }),
  suffixes('s', { keep: 3 }),
)

/** Endings that derive nouns and adverbs. */
const SPANISH_DERIVED = longestFirst(
  suffixes('acion icion amiento imiento', { keep: 3 }),
  suffixes('ucion', { keep: 2, by: 'ut' }),
  suffixes('mente', { keep: 4 }),
  // An irregular noun, but frequent: search boxes are labeled with it.
  suffixes('busqueda', { keep: 0, by: 'busca' }),
)

const SPANISH_VERBAL = longestFirst(
  suffixes('ar er ir ado ada ando iendo yendo o a e an en aba aban aron ieron', { keep: 3 }),
  suffixes('arlo arla arlos arlas arle arse erlo erla erlos erlas erse irlo irla irlos irlas irse', { keep: 3 }),
  suffixes('andolo andola iendolo iendola', { keep: 3 }),
  suffixes('ido ida amo ara aran are aremo aria arian era eran ere eremo eria ira iran ire iremo iria', { keep: 4 }),
  // "Estado" is a noun, not a form of "está".
  suffixes('estado', { keep: 0, by: 'estad' }),
)

/** Spellings of one sound before different vowels: "luz" and "luces", "buscar" and "busque", "cargar" and "cargue". */
const SPANISH_SOUNDS = longestFirst(suffixes('z qu', { keep: 2, by: 'c' }), suffixes('gu', { keep: 2, by: 'g' }))

/** Vowels that become diphthongs under stress: "despliega" and "desplegar", "prueba" and "probar". */
const OPEN_E = /ie(?=[bcdfghjklmnprstvxyz]{1,3}$)/
const OPEN_O = /(?<![qg])ue(?=[bcdfghjklmnprstvxyz]{1,3}$)/

/**
 * The stem of a Spanish word: "crear", "creando", "creado" and "creación" share the stem "cre". A word of up to three
 * letters only has its final sound normalized.
 */
export function stemSpanish(word: string): string {
  if (word.length <= 3) return replaceSuffix(word, SPANISH_SOUNDS)
  let stem = replaceSuffix(word, SPANISH_PLURALS)
  stem = replaceSuffix(stem, SPANISH_DERIVED)
  stem = replaceSuffix(stem, SPANISH_VERBAL)
  return replaceSuffix(stem, SPANISH_SOUNDS).replace(OPEN_E, 'e').replace(OPEN_O, 'o')
}

const PORTUGUESE_PLURALS = longestFirst(
  suffixes('oes aes', { keep: 2, by: 'ao' }),
  suffixes('ais', { keep: 3, by: 'al' }),
  suffixes('eis', { keep: 3, by: 'el' }),
  suffixes('ois', { keep: 3, by: 'ol' }),
  suffixes('res', { keep: 3, by: 'r' }),
  suffixes('zes', { keep: 2, by: 'z' }),
  suffixes('ses', { keep: 3, by: 's' }),
  suffixes('s', { keep: 3 }),
)

/** A final m becomes n, because singular and plural spell one sound differently: "imagem", "imagens". */
const FINAL_M = /m$/

/** Endings that derive nouns and adverbs. */
const PORTUGUESE_DERIVED = longestFirst(
  suffixes('acao icao amento imento', { keep: 3 }),
  suffixes('ucao', { keep: 2, by: 'ut' }),
  suffixes('mente', { keep: 4 }),
)

const PORTUGUESE_VERBAL = longestFirst(
  suffixes('ar er ir ado ada ando endo indo o a e an en ou ava avan aran eran iran', { keep: 3 }),
  suffixes('ido ida ao amo ara era ira are aria eria iria asse esse isse', { keep: 4 }),
  // "Estado" is a noun, not a form of "está".
  suffixes('estado', { keep: 0, by: 'estad' }),
)

/** Spellings of one sound before different vowels: "publicar" and "publique", "carregar" and "carregue". */
const PORTUGUESE_SOUNDS = longestFirst(suffixes('qu', { keep: 2, by: 'c' }), suffixes('gu', { keep: 2, by: 'g' }))

/**
 * The stem of a Portuguese word; words of up to three letters are not changed. "Configurar", "configurando",
 * "configurado" and "configuração" share the stem "configur".
 */
export function stemPortuguese(word: string): string {
  if (word.length <= 3) return word
  let stem = replaceSuffix(word, PORTUGUESE_PLURALS).replace(FINAL_M, 'n')
  stem = replaceSuffix(stem, PORTUGUESE_DERIVED)
  stem = replaceSuffix(stem, PORTUGUESE_VERBAL)
  return replaceSuffix(stem, PORTUGUESE_SOUNDS)
}

/** The genitive of names, in the English spelling: "Astro's". */
const GENITIVE = /(?<=.)'s?$/

/** `ue` is no umlaut after a vowel or q: "neue", "Quelle". */
const SPELLED_UMLAUT = /(?<![aeiouq])([aou])e/g

/** Cases and numbers of nouns and adjectives, persons of verbs. */
const GERMAN_ENDINGS = longestFirst(
  suffixes('nissen nisses nisse', { keep: 2, by: 'nis' }),
  suffixes('erinnen erin', { keep: 4, by: 'er' }),
  suffixes('eln', { keep: 3, by: 'el' }),
  suffixes('ern em en er es e', { keep: 3 }),
)

/** A final s after these letters belongs to the word: "Haus", "Prozess", "Ergebnis". */
const S_OF_WORD = /(?:[su]|ni)s$/

/** Endings that derive nouns and adjectives. */
const GERMAN_DERIVED = longestFirst(
  suffixes('ung heit keit igkeit barkeit lichkeit bar sam lich isch ig ation', { keep: 4 }),
)

/** Persons, participles and superlatives: "verwendet", "öffnest"; then "erstellt", "schnellst", but not "Client". */
const VERBAL_ET = /(?<=.{3}[dt]|.{2}[cfgh]n|.{2}tm)es?t$/
const VERBAL_T = /(?<=.{4}[bdfghklmnrt])st$|(?<=.{3}[bcdfghklmnprsvwxz])(?<!en)t$/

/** The ge- of a participle in -t: "gelöscht", but not "generiert", since verbs in -ieren have no ge-. */
const GERMAN_PARTICIPLE = /^ge(?=.{4})(?!.*ier$)/
/** Prefixes of separable verbs, which have -ge- and -zu- after the prefix: "ausgewählt", "einzustellen". */
const PREFIXES =
  'ab|an|auf|aus|bei|bereit|durch|ein|fest|herunter|hinzu|hoch|los|mit|nach|um|vor|weg|weiter|zuruck|zusammen|zu'
const SEPARABLE = new RegExp(`^(${PREFIXES})(?:ge|zu)(?=.{3})`)

/**
 * Endings that remain without those of the form: -ier of foreign verbs, -er of persons, -en and -er of verbs in -ern.
 */
const GERMAN_INNER = longestFirst(suffixes('ier', { keep: 4 }), suffixes('en er', { keep: 3 }))

const CONSONANT_EL = /(?<=.{3}[bcdfghkmnprstvwxz])el$/

/**
 * The stem of a German word; words of up to three letters are not changed. Savoy's rules, with the endings of
 * Snowball's German stemmer and forms that are frequent in manuals: verbs in -ieren with their nouns, and participles.
 * "Installieren", "installiert" and "Installation" share the stem "install"; "auswählen" and "ausgewählt" share
 * "auswahl". An umlaut that is typed as two letters ("Schluessel") gives the same stem.
 */
export function stemGerman(word: string): string {
  const bare = word.replace(GENITIVE, '')
  if (bare.length <= 3) return bare
  let stem = dropEnding(bare.replace(SPELLED_UMLAUT, '$1'))
  stem = dropVerbal(dropVerbal(stem, VERBAL_ET), VERBAL_T).replace(SEPARABLE, '$1')
  // Twice, since a noun can be derived from a derived word: "Veröffentlichung".
  stem = replaceSuffix(replaceSuffix(stem, GERMAN_DERIVED), GERMAN_DERIVED)
  // The t of "erwarten" was dropped as an ending above, so the t of "Erwartung" is dropped as well.
  stem = replaceSuffix(stem.replace(VERBAL_T, ''), GERMAN_INNER)
  return stem.replace(CONSONANT_EL, 'l')
}

function dropEnding(word: string): string {
  const stem = replaceSuffix(word, GERMAN_ENDINGS)
  return stem === word && word.length > 3 && word.endsWith('s') && !S_OF_WORD.test(word) ? word.slice(0, -1) : stem
}

/** Drops the ending of a person or participle, and the ge- that belongs to it. */
function dropVerbal(word: string, ending: RegExp): string {
  const bare = word.replace(ending, '')
  return bare === word ? word : bare.replace(GERMAN_PARTICIPLE, '')
}

const VOWEL = /[аеиоуыэюя]/
/** The text up to the first consonant after a vowel: the region R1 follows it. R2 follows the next match in R1. */
const SYLLABLE = /^[^аеиоуыэюя]*[аеиоуыэюя]+[^аеиоуыэюя]/

const RUSSIAN_GERUND = longestFirst(dropped('ив ивши ившись ыв ывши ывшись'), afterA('в вши вшись'))
const RUSSIAN_REFLEXIVE = dropped('ся сь')
const RUSSIAN_ADJECTIVE = longestFirst(
  dropped('ее ие ые ое ими ыми ей ий ый ой ем им ым ом его ого ему ому их ых ую юю ая яя ою ею'),
)
const RUSSIAN_PARTICIPLE = longestFirst(dropped('ивш ывш ующ'), afterA('ем нн вш ющ щ'))
const RUSSIAN_VERB = longestFirst(
  dropped('ила ыла ена ейте уйте ите или ыли ей уй ил ыл им ым ен ило ыло ено ят ует уют ит ыт ены ить ыть ишь ую ю'),
  afterA('ла на ете йте ли й л ем н ло но ет ют ны ть ешь нно'),
)
const RUSSIAN_NOUN = longestFirst(
  dropped('а ев ов ие ье е иями ями ами еи ии и ией ей ой ий й иям ям ием ем ам ом о у ах иях ях ы ь ию ью ю ия ья я'),
)
const RUSSIAN_DERIVED = dropped('ость ост')
const RUSSIAN_SUPERLATIVE = dropped('ейше ейш')

/**
 * The stem of a Russian word, by Snowball's stemmer, `algorithms/russian.sbl`; a word without vowels is not changed.
 * "Настройка", "настройки" and "настройке" share the stem "настройк".
 */
export function stemRussian(word: string): string {
  const start = word.search(VOWEL) + 1
  if (start === 0) return word
  const head = word.slice(0, start)
  let rest = dropInflection(word.slice(start))
  if (rest.endsWith('и')) rest = rest.slice(0, -1)
  const derived = replaceEnd(rest, RUSSIAN_DERIVED)
  if (derived !== null && start + derived.length >= secondRegion(word)) rest = derived
  return head + (replaceEnd(rest, RUSSIAN_SUPERLATIVE) ?? rest.replace(/ь$/, '')).replace(/нн$/, 'н')
}

/** The part after the first vowel, without its gerund, or without the ending of an adjective, verb or noun. */
function dropInflection(rest: string): string {
  const gerund = replaceEnd(rest, RUSSIAN_GERUND)
  if (gerund !== null) return gerund
  const bare = replaceEnd(rest, RUSSIAN_REFLEXIVE) ?? rest
  const adjective = replaceEnd(bare, RUSSIAN_ADJECTIVE)
  if (adjective !== null) return replaceEnd(adjective, RUSSIAN_PARTICIPLE) ?? adjective
  return replaceEnd(bare, RUSSIAN_VERB) ?? replaceEnd(bare, RUSSIAN_NOUN) ?? bare
}

/** Offset where R2 starts. */
function secondRegion(word: string): number {
  const first = SYLLABLE.exec(word)?.[0].length ?? word.length
  return first + (SYLLABLE.exec(word.slice(first))?.[0].length ?? word.length)
}

function dropped(endings: string): SuffixRule[] {
  return suffixes(endings, { keep: 0 })
}

/** Rules that drop these endings only after а or я, which is kept. */
function afterA(endings: string): SuffixRule[] {
  return ['а', 'я'].flatMap((vowel) => suffixes(endings.replace(/\S+/g, `${vowel}$&`), { keep: 0, by: vowel }))
}

const KOREAN_ENDINGS = longestFirst(
  suffixes(
    `은 는 이 가 을 를 의 에 도 만 로 와 과 나 에서 에게 으로 까지 부터 처럼 보다 마다 이나 에는 에도 에만 로는 로도 에서는
    에서도 으로는 으로도`,
    { keep: 2 },
  ),
  suffixes('하다 합니다 하세요 하십시오 하려면 하기 하는 하고 하면 하여 하지 한 할 함 해 해서 해야 했다 했습니다', { keep: 2 }),
  suffixes('되다 됩니다 되는 되고 되면 되어 되지 된 될 됨 돼 됐다 되었습니다 됐습니다 입니다 이다', { keep: 2 }),
)

/**
 * The stem of a Korean word between spaces. Particles are dropped ("서버를", "서버에서" become "서버"), and so are the
 * forms of 하다 and 되다 that turn nouns into verbs ("설정합니다", "설정하는" become "설정"). A particle may follow a verb:
 * "설정하기를". At least two syllables remain, since a single one is too often another word ("나이" is not "나").
 */
export function stemKorean(word: string): string {
  return replaceSuffix(replaceSuffix(word, KOREAN_ENDINGS), KOREAN_ENDINGS)
}
