/** What each stemmer brings together, by rule, and words that only look related, which it keeps apart. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stemEnglish } from '../../../src/core/text/english-stemmer.ts'
import {
  stemFrench, stemGerman, stemKorean, stemPortuguese, stemRussian, stemSpanish,
} from '../../../src/core/text/other-languages.ts'
import { stemmerFor } from '../../../src/core/text/stemmer.ts'
import { checkApart, stemRules } from '../../support/stem-table.ts'

/** The rules of a stemmer, with `stem: word word …` for each stem; and pairs of words that it keeps apart. */
function check(stem: (word: string) => string, apart: string, rules: Readonly<Record<string, string>>) {
  for (const [name, run] of stemRules(stem, rules)) test(name, run)
  test(`${stem.name}() keeps words apart that only look related`, () => checkApart(stem, apart))
}

check(stemEnglish, 'organ organization; universe university; past paste; later lateral; intern internal', {
  'brings the forms of a word together': `
    creat: create creates created creating; creation: creation creations
    configur: configure configures configured configuring configuration configurations
    connect: connect connects connected connecting connection connections connective
    deploy: deploy deploys deployed deploying; deploy: deployable
    general: general generally generalization generalize; rout: route routes routed routing
  `,
  'takes off plurals and possessives': `
    caress: caresses; tie: ties tie; cri: cries cried cry; gas: gas; gap: gaps; kiwi: kiwis
    dog: dog's dogs dogs' 'dog; this: this; abyss: abyss; consensus: consensus
  `,
  'completes the stems that -ed and -ing leave': `
    hop: hopping hopped; hope: hoping hoped hope; luxuri: luxuriated luxuriating; size: sized sizing
    tabl: tabled; agre: agreed agree; feed: feed; proceed: proceed proceeding proceeds; add: added adding
    egg: egged; sing: sing; die: dying; hie: hying
  `,
  'drops suffixes only in their region': `
    ration: rational; ration: rationalize; hope: hopefulness; allow: allowance; infer: inference
    airlin: airliner; adjust: adjustable; replac: replacement; depend: dependent; adopt: adoption
    communic: communicate; effect: effective; probat: probate; rate: rate; ceas: cease
    control: controll controlling; roll: roll; bowdler: bowdlerize; format: formative formation; vile: vilely
    archaeolog: archaeology archaeologist archaeologists; good: goodnesses; digit: digitizer
    decis: decisiveness; sensit: sensitivity; electr: electrical electricity; fulli: fully
    thought: thoughtfully; heartless: heartlessly
  `,
  'tells a y that is a consonant from one that is a vowel': `
    yes: yes; say: says; by: by; enjoy: enjoying enjoyed; happi: happy happiness; toy: toys; sayyid: sayyids
  `,
  'knows the exceptions': `
    ski: skis; sky: sky skies; news: news; atlas: atlas; earli: early; idl: idly; inning: inning innings
    outing: outing; even: even evenly; evening: evening; organ: organ organs; organic: organic organically
    universiti: university universities
  `,
})

check(stemFrench, `
  utilisateur utiliser; administrateur administration; sécurité sécuriser; port portail; élément élan
`, {
  'brings singular and plural together': `
    journal: journal journaux; niveau: niveau niveaux; fich: fichier fichiers
    document: document documents documenter documentation; valeur: valeur valeurs
  `,
  'brings the genders of an adjective and its adverb together': `
    activ: actif active actives activer activation; nombreu: nombreux nombreuse nombreuses
    personnel: personnel personnelle personnelles; dynam: dynamique dynamiques dynamiquement
    rapid: rapide rapidement; publ: public publique publier publié publication
  `,
  'brings a verb and what is made of it together': `
    instal: installer installez installé installée installent installant installera installation
    cre: créer créez créé créée création; defin: définir définissez défini définie définit définition
    deplo: déployer déployez déploie déploiement; verif: vérifier vérifiez vérification
    appl: appliquer applique application; util: utile; utilis: utiliser utilisez utilisation utilisent
  `,
  'takes off what clings to the beginning of a word': `
    appl: l'application d'applications l’application; instal: qu'installer lorsqu'installé
    aujourd'hu: aujourd'hui
  `,
  'leaves short words': `
    mot: mot mots; bus: bus; or: or l'or; el: el
  `,
})

check(stemGerman, 'Internet intern; Station Stand; Haus Hau; Umgebung umbauen; Status Staat', {
  'brings the cases and numbers of a noun together': `
    haus: Haus Hauses Häuser Häusern; datei: Datei Dateien
    ergebnis: Ergebnis Ergebnisse Ergebnissen Ergebnisses; passwor: Passwort Passwörter Passwörtern Passwortes
    serv: Server Servern Servers; element: Element Elemente Elementen Elements; client: Client Clients
    tok: Token Tokens; api: API APIs; entwickl: Entwickler Entwicklerin Entwicklerinnen Entwicklern Entwicklers
    astro: Astro Astros Astro's Astro'
  `,
  'brings the forms of an adjective together': `
    schnell: schnell schneller schnelles schnellste schnellsten; einfach: einfach einfache einfacher einfachen
    moglich: möglich mögliche
  `,
  'brings a verb and what is made of it together': `
    install: installieren installiert installierte Installation Installationen Installierung
    konfigur: konfigurieren konfiguriert Konfiguration konfigurierbar
    erstell: erstellen erstelle erstellst erstellt erstellte erstellten Erstellung
    verwend: verwenden verwendet verwendete Verwendung; offn: öffnen öffnet geöffnet
    gener: generieren generiert generierte; losch: löschen löscht gelöscht
    speich: speichern speichert gespeichert Speicherung Speicher
    verschlussl: verschlüsseln verschlüsselt Verschlüsselung
    veroffent: veröffentlichen veröffentlicht Veröffentlichung; erwar: erwarten erwartet Erwartung
    star: starten startet gestartet
  `,
  'sees through -ge- and -zu- of verbs that part': `
    auswahl: auswählen auszuwählen ausgewählt Auswahl; hinzufug: hinzufügen hinzuzufügen hinzugefügt
    hochlad: hochladen hochzuladen hochgeladen; eingeb: eingeben eingegeben
  `,
  'takes two letters for an umlaut where they can be one': `
    schlussl: Schlüssel Schluessel; haus: Haeuser; neu: neue neuer neues; quell: Quelle Quellen; feu: Feuer
  `,
  'leaves short words': 'ist: ist; ort: Ort; test: Test Tests testet getestet; gerat: Gerät Geräte',
})

check(stemSpanish, 'estado este; rápido rapto; servidor servicio; función fundir', {
  'brings numbers and genders together': `
    pagin: página páginas; error: error errores; sesion: sesión sesiones; imag: imagen imágenes; luc: luz luces
    lug: lugar lugares; rapid: rápido rápida rápidos rápidamente; estad: estado estados
  `,
  'brings a verb and what is made of it together': `
    cre: crear crea crean cree creado creada creando creación creaciones
    configur: configurar configura configure configurado configurarlo configuración
    ejecut: ejecutar ejecute ejecutando ejecución; defin: definir define definido definición
    busc: buscar busca busque búsqueda búsquedas; enlac: enlace enlaces enlazar; carg: cargar cargue cargado
  `,
  'brings open vowels and closed ones together': `
    despleg: desplegar despliega despliegue despliegues; prob: probar prueba pruebas; mostr: mostrar muestra
    bloc: bloque bloques
  `,
  'leaves short words': 'red: red redes; ver: ver; mes: mes meses',
})

check(stemPortuguese, 'estado este; rápido rapto; servidor serviço; função fundir', {
  'brings numbers and genders together': `
    pagin: página páginas; imag: imagem imagens; tok: token tokens; nivel: nível níveis
    digital: digital digitais; opca: opção opções; luz: luz luzes; servidor: servidor servidores
    rapid: rápido rápida rapidamente; estad: estado estados
  `,
  'brings a verb and what is made of it together': `
    cri: criar cria criam crie criado criada criando criação criações
    configur: configurar configure configurado configuração configurações
    execut: executar execute executando execução; defin: definir define definido definição
    public: publicar publique publicação; carreg: carregar carregue carregando carregamento
  `,
  'leaves short words': 'mes: mês meses; ver: ver; fim: fim',
})

check(stemRussian, 'установка установить; страна страница; порт портал', {
  'brings cases and numbers together': `
    страниц: страница страницы странице страницу страниц страницами
    сервер: сервер сервера серверы серверов сервере; настройк: настройка настройки настройке настройками
    пользовател: пользователь пользователя пользователем пользователями; файл: файл файла файлов файлами
  `,
  'brings the forms of an adjective together': `
    нов: новый новая новое новые нового новейший; красив: красивый красивая красивейший; важн: важный важная
  `,
  'brings the forms of a verb together': `
    созда: создать создал создала создает создаёт создаем созданный создав
    запуст: запустить запустил запустила запустите запустив запустивши
    установ: установить установите установится; развертыван: развертывание развёртывания
  `,
  'drops -ость only from a long word': 'надежн: надежность; важност: важность; гост: гость; пост: пост',
  'leaves words without vowels': 'к: к; в: в; скрч: скрч',
})

check(stemKorean, '로그인 로그; 서버 서비스', {
  'takes particles off': '서버: 서버 서버를 서버는 서버에서 서버에서는 서버의; 파일: 파일 파일이 파일을 파일로',
  'takes off what makes a verb of a noun': '설정: 설정 설정하다 설정합니다 설정하는 설정하기를 설정된 설정됩니다; 배포: 배포하기 배포할 배포했습니다',
  'leaves two syllables at least': '나이: 나이; 결과: 결과 결과를; 추가: 추가 추가하기; 포함: 포함 포함하다',
})

const stemArabic = (word: string) => stemmerFor('en')(word)

check(stemArabic, 'ملف الملفات', {
  'takes the article off': 'تثبيت: تثبيت التثبيت بالتثبيت للتثبيت والتثبيت',
  'leaves three letters at least': 'الان: الان',
})

test('stemEnglish() leaves short and foreign words', () => {
  for (const word of ['', 'a', 'is', "'", 'überzeug', '東京', 'v1']) assert.equal(stemEnglish(word), word)
})
