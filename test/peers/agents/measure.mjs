/** Prints the tokens that agents read of a site: `npm run measure -- FOLDER QUERY SECTION`. */
import { countSite } from './counts.mjs'

const [folder = '../../../docs', query = 'behind a proxy', section = 'operation'] = process.argv.slice(2)
for (const [name, { bytes, tokens }] of await countSite(folder, { query, section })) {
  console.log(`| ${name} | ${bytes.toLocaleString('en')} | ${tokens.toLocaleString('en')} |`)
}
