/** `npm run sim:scale`: prints the tables, and with `--write` puts them into docs/scale.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { FILE, withTables } from './page.ts'
import { scaleTables } from './report.ts'

const tables = await scaleTables()
console.log(tables)
if (process.argv.includes('--write')) writeFileSync(FILE, withTables(readFileSync(FILE, 'utf8'), tables))
