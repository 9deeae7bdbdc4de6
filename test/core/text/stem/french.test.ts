import { test } from 'node:test'
import { stemFrench } from '../../../../src/core/text/stem/french.ts'
import { checkApart, checkStems } from '../../../support/stem-table.ts'

test('stemFrench() brings singular and plural together', () => {
  checkStems(stemFrench, `
    journal: journal journaux
    niveau: niveau niveaux
    fich: fichier fichiers
    document: document documents documenter documentation
    valeur: valeur valeurs
  `)
})

test('stemFrench() brings the genders of an adjective and its adverb together', () => {
  checkStems(stemFrench, `
    activ: actif active actives activer activation
    nombreu: nombreux nombreuse nombreuses
    personnel: personnel personnelle personnelles
    dynam: dynamique dynamiques dynamiquement
    rapid: rapide rapidement
    publ: public publique publier publié publication
  `)
})

test('stemFrench() brings a verb and what is made of it together', () => {
  checkStems(stemFrench, `
    instal: installer installez installé installée installent installant installera installation
    cre: créer créez créé créée création
    defin: définir définissez défini définie définit définition
    deplo: déployer déployez déploie déploiement
    verif: vérifier vérifiez vérification
    appl: appliquer applique application
    util: utile
    utilis: utiliser utilisez utilisation utilisent
  `)
})

test('stemFrench() takes off what clings to the beginning of a word', () => {
  checkStems(stemFrench, `
    appl: l'application d'applications l’application
    instal: qu'installer lorsqu'installé
    aujourd'hu: aujourd'hui
  `)
})

test('stemFrench() keeps words apart that only look related', () => {
  checkApart(stemFrench, `
    utilisateur utiliser
    administrateur administration
    sécurité sécuriser
    port portail
    élément élan
  `)
})

test('stemFrench() leaves short words', () => {
  checkStems(stemFrench, `
    mot: mot mots
    bus: bus
    or: or l'or
    el: el
  `)
})
