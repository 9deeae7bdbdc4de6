import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stemEnglish } from '../../../../src/core/text/stem/english.ts'

/** `stem: word word …` a line. */
function check(table: string) {
  for (const line of table.trim().split('\n')) {
    const [stem, words] = line.split(':')
    for (const word of words!.trim().split(' ')) assert.equal(stemEnglish(word), stem!.trim(), word)
  }
}

test('stemEnglish() brings the forms of a word together', () => {
  check(`
    creat: create creates created creating
    creation: creation creations
    configur: configure configures configured configuring configuration configurations
    connect: connect connects connected connecting connection connections connective
    deploy: deploy deploys deployed deploying
    deploy: deployable
    general: general generally generalization generalize
    rout: route routes routed routing
  `)
})

test('stemEnglish() takes off plurals and possessives', () => {
  check(`
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
  `)
})

test('stemEnglish() completes the stems that -ed and -ing leave', () => {
  check(`
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
  `)
})

test('stemEnglish() drops suffixes only in their region', () => {
  check(`
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
  `)
})

test('stemEnglish() tells a y that is a consonant from one that is a vowel', () => {
  check(`
    yes: yes
    say: says
    by: by
    enjoy: enjoying enjoyed
    happi: happy happiness
    toy: toys
    sayyid: sayyids
  `)
})

test('stemEnglish() knows the exceptions', () => {
  check(`
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
  `)
})

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
