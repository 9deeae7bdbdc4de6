import { test } from 'node:test'
import { stemGerman } from '../../../../src/core/text/stem/german.ts'
import { checkApart, checkStems } from '../../../support/stem-table.ts'

test('stemGerman() brings the cases and numbers of a noun together', () => {
  checkStems(stemGerman, `
    haus: Haus Hauses Häuser Häusern
    datei: Datei Dateien
    ergebnis: Ergebnis Ergebnisse Ergebnissen Ergebnisses
    passwor: Passwort Passwörter Passwörtern Passwortes
    serv: Server Servern Servers
    element: Element Elemente Elementen Elements
    client: Client Clients
    tok: Token Tokens
    api: API APIs
    entwickl: Entwickler Entwicklerin Entwicklerinnen Entwicklern Entwicklers
    astro: Astro Astros Astro's Astro'
  `)
})

test('stemGerman() brings the forms of an adjective together', () => {
  checkStems(stemGerman, `
    schnell: schnell schneller schnelles schnellste schnellsten
    einfach: einfach einfache einfacher einfachen
    moglich: möglich mögliche
  `)
})

test('stemGerman() brings a verb and what is made of it together', () => {
  checkStems(stemGerman, `
    install: installieren installiert installierte Installation Installationen Installierung
    konfigur: konfigurieren konfiguriert Konfiguration konfigurierbar
    erstell: erstellen erstelle erstellst erstellt erstellte erstellten Erstellung
    verwend: verwenden verwendet verwendete Verwendung
    offn: öffnen öffnet geöffnet
    gener: generieren generiert generierte
    losch: löschen löscht gelöscht
    speich: speichern speichert gespeichert Speicherung Speicher
    verschlussl: verschlüsseln verschlüsselt Verschlüsselung
    veroffent: veröffentlichen veröffentlicht Veröffentlichung
    erwar: erwarten erwartet Erwartung
    star: starten startet gestartet
  `)
})

test('stemGerman() sees through -ge- and -zu- of verbs that part', () => {
  checkStems(stemGerman, `
    auswahl: auswählen auszuwählen ausgewählt Auswahl
    hinzufug: hinzufügen hinzuzufügen hinzugefügt
    hochlad: hochladen hochzuladen hochgeladen
    eingeb: eingeben eingegeben
  `)
})

test('stemGerman() takes two letters for an umlaut where they can be one', () => {
  checkStems(stemGerman, `
    schlussl: Schlüssel Schluessel
    haus: Haeuser
    neu: neue neuer neues
    quell: Quelle Quellen
    feu: Feuer
  `)
})

test('stemGerman() keeps words apart that only look related', () => {
  checkApart(stemGerman, `
    Internet intern
    Station Stand
    Haus Hau
    Umgebung umbauen
    Status Staat
  `)
})

test('stemGerman() leaves short words', () => {
  checkStems(stemGerman, `
    ist: ist
    ort: Ort
    test: Test Tests testet getestet
    gerat: Gerät Geräte
  `)
})
