/**
 * The texts of links, by the address of the section that they lead to. Search finds a section by them, too, so texts
 * that would suit any link are left out: addresses, and those of function words and words about reading and clicking
 * alone ("here", "read more", "this page", "siehe hier").
 */
import { foldSpace } from '../../base/fold-space.ts'
import { languageOf } from '../../text/language.ts'
import { foldText } from '../../text/normalize.ts'
import { isFunctionWord } from '../../text/stop-words.ts'

/** Link texts of one section, and UTF-16 units of one of them. */
const MAX_TEXTS = 20
const MAX_TEXT_LENGTH = 120

/** A text that is an address: `https://…`, `www.example.com`, `/guides/`, `../api`, `#top`. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/|mailto:|www\.|\.{0,2}\/|#)\S*$/i
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu

/** Words of links that could lead anywhere, folded, in all languages at once. */
const GENERIC_WORDS = new Set(`above article articles below check click continue detail details doc docs documentation
  example examples following further guide guides here info information instructions learn link links look more next out
  page pages previous read reading section sections see source start tap tutorial view visit website
  abschnitt anleitung artikel dokumentation hier informationen klick klicke klicken lesen lies mehr oben seite siehe
  unten weiter weiterlesen weitere zuruck
  article cliquez clic dessous dessus documentation ici lien lire page plus savoir section suite suivant voir
  aca aprende aqui articulo clic documentacion enlace guia haga lee leer mas pagina pincha seccion siguiente ver
  artigo clique documentacao leia ler mais pagina proximo saiba secao veja
  документация далее здесь нажмите подробнее раздел см ссылка статья страница тут читать
  ここ こちら 詳細 詳しくはこちら 这里 這裡 此处 点击这里 查看更多 更多 了解更多 阅读更多 여기 여기를 자세히 더보기`.split(/\s+/).map(foldText))

/** The texts that were added, for each address. */
export interface LinkTexts {
  /** Adds the text of a link on a page in a language (BCP 47), unless it is generic, long or has been added. */
  readonly add: (url: string, text: string, lang: string | null) => void
  /** The texts of links to an address, in the order in which they were added. */
  readonly of: (url: string) => readonly string[]
}

/** A collection of link texts, empty. */
export function createLinkTexts(): LinkTexts {
  /** Texts by their folded form, by address. */
  const byUrl = new Map<string, Map<string, string>>()

  function add(url: string, text: string, lang: string | null): void {
    const texts = byUrl.get(url) ?? new Map<string, string>()
    if (texts.size === MAX_TEXTS) return
    const shown = foldSpace(text)
    if (shown.length > MAX_TEXT_LENGTH || isGeneric(shown, lang)) return
    byUrl.set(url, texts)
    const key = foldText(shown)
    if (!texts.has(key)) texts.set(key, shown)
  }

  return { add, of: (url) => [...(byUrl.get(url)?.values() ?? [])] }
}

/** True for a text that says nothing about the target of its link. */
export function isGeneric(text: string, lang: string | null): boolean {
  if (ADDRESS.test(text)) return true
  const words = foldText(text).match(WORD) ?? []
  const languages = [languageOf(lang)]
  return words.every((word) => GENERIC_WORDS.has(word) || isFunctionWord(word, languages))
}
