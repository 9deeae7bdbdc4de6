import { test } from 'node:test'
import { stemFrench } from '../../../../src/core/text/stem/french.ts'
import { checkApart, stemRules } from '../../../support/stem-table.ts'

for (const [name, run] of stemRules(stemFrench, {
  'brings singular and plural together': `
    journal: journal journaux
    niveau: niveau niveaux
    fich: fichier fichiers
    document: document documents documenter documentation
    valeur: valeur valeurs
  `,
  'brings the genders of an adjective and its adverb together': `
    activ: actif active actives activer activation
    nombreu: nombreux nombreuse nombreuses
    personnel: personnel personnelle personnelles
    dynam: dynamique dynamiques dynamiquement
    rapid: rapide rapidement
    publ: public publique publier publié publication
  `,
  'brings a verb and what is made of it together': `
    instal: installer installez installé installée installent installant installera installation
    cre: créer créez créé créée création
    defin: définir définissez défini définie définit définition
    deplo: déployer déployez déploie déploiement
    verif: vérifier vérifiez vérification
    appl: appliquer applique application
    util: utile
    utilis: utiliser utilisez utilisation utilisent
  `,
  'takes off what clings to the beginning of a word': `
    appl: l'application d'applications l’application
    instal: qu'installer lorsqu'installé
    aujourd'hu: aujourd'hui
  `,
  'leaves short words': `
    mot: mot mots
    bus: bus
    or: or l'or
    el: el
  `,
})) test(name, run)

test('stemFrench() keeps words apart that only look related', () => {
  checkApart(stemFrench, `
    utilisateur utiliser
    administrateur administration
    sécurité sécuriser
    port portail
    élément élan
  `)
})
