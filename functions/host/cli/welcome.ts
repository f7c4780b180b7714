/** What `touchmove serve` prints once it answers: what to open, and commands to try, each ready to be pasted. */
import { join } from 'node:path'

const joinLines = (...lines: string[]): string => `${lines.join('\n')}\n`

interface Welcome {
  readonly url: string
  /** As the user named it. */
  readonly folder: string
  readonly withSample: boolean
  /** A link that opens the page signed in, once; null where none was made. */
  readonly link: string | null
}

export function welcome({ url, folder, withSample, link }: Welcome): string {
  const tokens = join(folder, 'tokens.json')
  const opened = joinLines(
    ...(link === null
      ? [
          `open  ${url}/`,
          "        the arbiter's table; --sign-in-link prints a link that signs in, as on a terminal",
        ]
      : [
          `open  ${link}`,
          `        the arbiter's table, signed in as ${withSample ? 'arbiter' : 'administrator'}: the link works once`,
          `      ${url}/   the same as the public sees it`,
        ]),
    `      ${url}/openapi.json   the interface`,
    `      ${tokens}   one token for each role`,
  )
  return withSample ? opened + sampleTries(url, folder) : opened + emptyTries(folder)
}

/** The path of the tokens as a JavaScript string in single quotes, for `require` in a shell's double quotes. */
const required = (folder: string): string => JSON.stringify(join(folder, 'tokens.json')).replaceAll('"', "'")

function sampleTries(url: string, folder: string): string {
  const token = `$(node -p "require(require('path').resolve(${required(folder)})).operator")`
  const offer = `{"events":[{"id":"try-1","type":"draw-offered","at":"'"$(date -u +%FT%T.000Z)"'","by":"white"}]}`
  const data = folder === './data' ? '' : ` --data ${folder}`
  return joinLines(
    'try   the round as PGN:',
    `        curl -s ${url}/tournaments/sample/rounds/1.pgn`,
    '      what stood on board 4 when the illegal move had just been completed, and what the Laws say:',
    `        npx touchmove replay sample-4 --seq 58${data}`,
    '      White offers a draw on board 8, which is still being played:',
    `        curl -s ${url}/games/sample-8/events -H "authorization: Bearer ${token}" -H 'content-type: application/json' -d '${offer}'`,
  )
}

function emptyTries(folder: string): string {
  const data = folder === './data' ? '' : ` --data ${folder}`
  return joinLines(
    `try   a sample round:        stop this, then  npx touchmove serve --sample${data}`,
    `      games of your own:     npx touchmove import games.pgn --tournament club${data}`,
  )
}
