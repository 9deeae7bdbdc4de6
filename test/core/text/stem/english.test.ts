import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stemEnglish } from '../../../../src/core/text/stem/english.ts'
import { stemRules } from '../../../support/stem-table.ts'

for (const [name, run] of stemRules(stemEnglish, {
  'brings the forms of a word together': `
    creat: create creates created creating
    creation: creation creations
    configur: configure configures configured configuring configuration configurations
    connect: connect connects connected connecting connection connections connective
    deploy: deploy deploys deployed deploying
    deploy: deployable
    general: general generally generalization generalize
    rout: route routes routed routing
  `,
  'takes off plurals and possessives': `
    caress: caresses
    tie: ties tie
    cri: cries cried cry
    gas: gas
    gap: gaps
    kiwi: kiwis
    dog: dog's dogs dogs' 'dog
    this: this
    abyss: abyss
    consensus: consensus
  `,
  'completes the stems that -ed and -ing leave': `
    hop: hopping hopped
    hope: hoping hoped hope
    luxuri: luxuriated luxuriating
    size: sized sizing
    tabl: tabled
    agre: agreed agree
    feed: feed
    proceed: proceed proceeding proceeds
    add: added adding
    egg: egged
    sing: sing
    die: dying
    hie: hying
  `,
  'drops suffixes only in their region': `
    ration: rational
    ration: rationalize
    hope: hopefulness
    allow: allowance
    infer: inference
    airlin: airliner
    adjust: adjustable
    replac: replacement
    depend: dependent
    adopt: adoption
    communic: communicate
    effect: effective
    probat: probate
    rate: rate
    ceas: cease
    control: controll controlling
    roll: roll
    bowdler: bowdlerize
    format: formative formation
    vile: vilely
    archaeolog: archaeology archaeologist archaeologists
    good: goodnesses
    digit: digitizer
    decis: decisiveness
    sensit: sensitivity
    electr: electrical electricity
    fulli: fully
    thought: thoughtfully
    heartless: heartlessly
  `,
  'tells a y that is a consonant from one that is a vowel': `
    yes: yes
    say: says
    by: by
    enjoy: enjoying enjoyed
    happi: happy happiness
    toy: toys
    sayyid: sayyids
  `,
  'knows the exceptions': `
    ski: skis
    sky: sky skies
    news: news
    atlas: atlas
    earli: early
    idl: idly
    inning: inning innings
    outing: outing
    even: even evenly
    evening: evening
    organ: organ organs
    organic: organic organically
    universiti: university universities
  `,
})) test(name, run)

test('stemEnglish() keeps words apart that only look related', () => {
  const pairs = 'organ organization, universe university, past paste, later lateral, intern internal'
  for (const pair of pairs.split(', ')) {
    const [a, b] = pair.split(' ').map(stemEnglish)
    assert.notEqual(a, b)
  }
})

test('stemEnglish() leaves short and foreign words', () => {
  for (const word of ['', 'a', 'is', "'", 'überzeug', '東京', 'v1']) assert.equal(stemEnglish(word), word)
})
