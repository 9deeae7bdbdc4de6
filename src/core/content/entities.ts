/**
 * Character references (`&amp;`, `&#8217;`, `&#x1F389;`) -> their characters. Numbers follow the HTML standard with its
 * corrections. Names are those of HTML 4 and others that documentation uses. A reference ends in `;`, as in Markdown;
 * anything else stays as it is.
 */

const REFERENCE = /&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z][a-zA-Z0-9]{1,24}));/g

const LAST_CODE_POINT = 0x10ffff

/** Windows-1252 from 0x80 to 0x9f, by which HTML corrects numbers; five of these bytes have no character. */
export const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** Names by code point: `=` and a hexadecimal number start a run of neighbours, `.` is a code point without a name. */
const TABLE = `
=9 Tab NewLine =21 excl quot num dollar percnt amp apos lpar rpar ast plus comma . period sol
=22 QUOT =26 AMP =3a colon semi lt equals gt quest commat =3c LT =3e GT =5b lsqb bsol rsqb Hat lowbar grave
=5b lbrack . rbrack =7b lcub verbar rcub =7b lbrace vert rbrace
=a0 nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro
para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave
Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc
Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc
iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
=100 Amacr amacr Abreve abreve Aogon aogon Cacute cacute Ccirc ccirc Cdot cdot Ccaron ccaron Dcaron dcaron Dstrok dstrok
Emacr emacr . . Edot edot Eogon eogon Ecaron ecaron Gcirc gcirc Gbreve gbreve Gdot gdot Gcedil . Hcirc hcirc Hstrok
hstrok Itilde itilde Imacr imacr . . Iogon iogon Idot imath IJlig ijlig Jcirc jcirc Kcedil kcedil kgreen Lacute lacute
Lcedil lcedil Lcaron lcaron Lmidot lmidot Lstrok lstrok Nacute nacute Ncedil ncedil Ncaron ncaron napos ENG eng Omacr
omacr . . Odblac odblac OElig oelig Racute racute Rcedil rcedil Rcaron rcaron Sacute sacute Scirc scirc Scedil scedil
Scaron scaron Tcedil tcedil Tcaron tcaron Tstrok tstrok Utilde utilde Umacr umacr Ubreve ubreve Uring uring Udblac
udblac Uogon uogon Wcirc wcirc Ycirc ycirc Yuml Zacute zacute Zdot zdot Zcaron zcaron =192 fnof =2c6 circ caron =2d8
breve dot ring ogon tilde dblac =a9 COPY =ae REG =b1 pm =b7 centerdot =bd half =f7 div
=391 Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho . Sigma Tau Upsilon Phi Chi
Psi Omega =3b1 alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau
upsilon phi chi psi omega =3d1 thetasym upsih =3d5 straightphi piv
=2002 ensp emsp emsp13 emsp14 . numsp puncsp thinsp hairsp ZeroWidthSpace zwnj zwj lrm rlm hyphen . . ndash mdash horbar
Vert . lsquo rsquo sbquo . ldquo rdquo bdquo . dagger Dagger bull . . nldr hellip =2010 dash =2016 Verbar =2019 rsquor
=201d rdquor =2022 bullet =2026 mldr =2030 permil pertenk prime Prime tprime bprime =2039 lsaquo rsaquo . . . oline
=2041 caret =2044 frasl =2060 NoBreak =20ac euro =2111 image =2116 numero copysr weierp =211c real =211e rx =2122
trade =2122 TRADE =2135 alefsym =2153 frac13 frac23 frac15 frac25 frac35 frac45 frac16 frac56 frac18 frac38 frac58 frac78
=2190 larr uarr rarr darr harr varr nwarr nearr searr swarr nlarr nrarr =2190 leftarrow uparrow rightarrow downarrow
leftrightarrow updownarrow =2190 LeftArrow UpArrow RightArrow DownArrow LeftRightArrow UpDownArrow =21a6 map . . larrhk
rarrhk =21b5 crarr =21ba olarr orarr =21c4 rlarr . lrarr =21d0 lArr uArr rArr dArr hArr vArr =21d0 Leftarrow Uparrow
Rightarrow Downarrow Leftrightarrow
=2200 forall comp part exist . empty . nabla isin notin . ni . . . prod coprod sum minus mnplus . . . lowast compfn . radic
. . prop infin angrt ang =2208 in =2223 mid nmid par npar and or cap cup int =2234 there4 because =223c sim =2245 cong .
. asymp =2248 approx =2260 ne equiv =2264 le ge =2264 leq geq =226a ll gg =2282 sub sup nsub . sube supe =2282 subset
supset =2295 oplus ominus otimes osol odot =22a4 top bot =22a5 perp =22c5 sdot =22ee vellip ctdot utdot dtdot
=2308 lceil rceil lfloor rfloor =27e8 lang rang =2423 blank =2500 boxh =2502 boxv =2514 boxur
=251c boxvr =2588 block =2591 blk14 blk12 blk34 =25a1 squ =25a1 square =25aa squf =25aa blacksquare =25b2 . xutri utrif
utri =25b8 rtrif rtri =25be dtrif dtri =25c2 ltrif ltri =25ca loz =25cb cir =25ef bigcirc =2605 starf star =2605 bigstar
=260e phone =2640 female =2642 male =2660 spades =2663 clubs =2665 hearts diams =2665 heartsuit =266a sung =266d flat
natural sharp =2713 check =2713 checkmark =2717 cross =2720 malt =2736 sext =27f5 xlarr xrarr xharr =27f5 longleftarrow
longrightarrow =27f8 xlArr xrArr =27fc xmap =29eb lozf =2a7d les ges`

const NAMED: ReadonlyMap<string, string> = readTable(TABLE)

/** The text with its character references replaced; unknown names stay as they are. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? whole
    return decodeNumber(decimal === undefined ? parseInt(hex ?? '', 16) : parseInt(decimal, 10))
  })
}

function decodeNumber(code: number): string {
  if (code >= 0x80 && code <= 0x9f) return WINDOWS_1252.charAt(code - 0x80)
  if (code === 0 || code > LAST_CODE_POINT || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd'
  return String.fromCodePoint(code)
}

function readTable(table: string): ReadonlyMap<string, string> {
  const named = new Map<string, string>()
  let code = 0
  for (const word of table.trim().split(/\s+/)) {
    if (word.startsWith('=')) code = parseInt(word.slice(1), 16) - 1
    else if (word !== '.') named.set(word, String.fromCodePoint(code))
    code += 1
  }
  return named
}
