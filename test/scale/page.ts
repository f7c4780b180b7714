/** docs/scale.md, whose tables lie between two marks. */
export const FILE = 'docs/scale.md'

const BEGIN = '<!-- made by npm run sim:scale -- --write -->'
const END = '<!-- end of what is made -->'

export function tablesOf(page: string): string {
  return page.slice(page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)).trim()
}

export function withTables(page: string, tables: string): string {
  return `${page.slice(0, page.indexOf(BEGIN) + BEGIN.length)}\n\n${tables}\n\n${page.slice(page.indexOf(END))}`
}
