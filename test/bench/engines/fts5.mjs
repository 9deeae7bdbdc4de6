/**
 * SQLite FTS5 (C) through better-sqlite3: a contentless table, `porter unicode61`, any word may match,
 * without the stop words of a query, ranked by its bm25() with weights per column.
 */
import Database from 'better-sqlite3'
import { STOP_WORDS } from './stop-words.mjs'

const SNAPSHOT = 'index.sqlite'
const CREATE = `
  CREATE VIRTUAL TABLE words USING fts5(title, heading, body, content = '', tokenize = 'porter unicode61');
  CREATE TABLE sections (id TEXT)`
const SELECT = `
  SELECT sections.id FROM words JOIN sections ON sections.rowid = words.rowid
  WHERE words MATCH ? ORDER BY bm25(words, 2, 4, 1) LIMIT ?`
const WORD = /[\p{L}\p{N}]+/gu

/** `hasPrefix` lets the last word of a query match the words that start with it. */
export function createEngine({ hasPrefix = false }) {
  let db
  let select

  function open(file, setUp = '') {
    db = new Database(file)
    db.exec(setUp)
    select = db.prepare(SELECT).pluck()
  }

  return {
    isNative: true,
    build(docs) {
      open(':memory:', CREATE)
      const addWords = db.prepare('INSERT INTO words (rowid, title, heading, body) VALUES (?, ?, ?, ?)')
      const addSection = db.prepare('INSERT INTO sections (rowid, id) VALUES (?, ?)')
      db.transaction(() => {
        docs.forEach(({ id, title, heading, body }, i) => {
          addWords.run(i + 1, title, heading, body)
          addSection.run(i + 1, id)
        })
        db.exec("INSERT INTO words (words) VALUES ('optimize')")
      })()
    },
    search(query, k) {
      const words = query.match(WORD) ?? []
      const telling = words.filter((word) => !STOP_WORDS.has(word.toLowerCase()))
      const asked = (telling.length === 0 ? words : telling).map((word) => `"${word}"`)
      return asked.length === 0 ? [] : select.all(asked.join(' OR ') + (hasPrefix ? '*' : ''), k)
    },
    save(folder) {
      db.exec(`VACUUM INTO '${folder}/${SNAPSHOT}'`)
    },
    load: (folder) => open(`${folder}/${SNAPSHOT}`),
  }
}
