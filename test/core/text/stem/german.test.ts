import { test } from 'node:test'
import { stemGerman } from '../../../../src/core/text/stem/german.ts'
import { checkApart, stemRules } from '../../../support/stem-table.ts'

for (const [name, run] of stemRules(stemGerman, {
  'brings the cases and numbers of a noun together': `
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
  `,
  'brings the forms of an adjective together': `
    schnell: schnell schneller schnelles schnellste schnellsten
    einfach: einfach einfache einfacher einfachen
    moglich: möglich mögliche
  `,
  'brings a verb and what is made of it together': `
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
  `,
  'sees through -ge- and -zu- of verbs that part': `
    auswahl: auswählen auszuwählen ausgewählt Auswahl
    hinzufug: hinzufügen hinzuzufügen hinzugefügt
    hochlad: hochladen hochzuladen hochgeladen
    eingeb: eingeben eingegeben
  `,
  'takes two letters for an umlaut where they can be one': `
    schlussl: Schlüssel Schluessel
    haus: Haeuser
    neu: neue neuer neues
    quell: Quelle Quellen
    feu: Feuer
  `,
  'leaves short words': `
    ist: ist
    ort: Ort
    test: Test Tests testet getestet
    gerat: Gerät Geräte
  `,
})) test(name, run)

test('stemGerman() keeps words apart that only look related', () => {
  checkApart(stemGerman, `
    Internet intern
    Station Stand
    Haus Hau
    Umgebung umbauen
    Status Staat
  `)
})
