/** What a host says once it answers: what to open, and things to try, each ready to be pasted. */
import { join } from 'node:path'

const line = (...lines: string[]): string => `${lines.join('\n')}\n`

/** `folder` as the user named it. */
export function welcome(url: string, folder: string, withSample: boolean): string {
  const tokens = join(folder, 'tokens.json')
  const opened = line(
    `open  ${url}/   the arbiter's table`,
    `      ${url}/openapi.json   the interface`,
    `      ${tokens}   one token for each role`,
  )
  return withSample ? opened + sampleTries(url, folder) : opened + emptyTries(folder)
}

/** A path that `require` takes as it stands. */
const required = (folder: string): string => JSON.stringify(join(folder, 'tokens.json')).replaceAll('"', "'")

function sampleTries(url: string, folder: string): string {
  const token = `$(node -p "require(require('path').resolve(${required(folder)})).operator")`
  const offer = `{"events":[{"id":"try-1","type":"draw-offered","at":"'"$(date -u +%FT%T.000Z)"'","by":"white"}]}`
  const data = folder === './data' ? '' : ` --data ${folder}`
  return line(
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
  return line(
    `try   a sample round:        stop this, then  npx touchmove serve --sample${data}`,
    `      games of your own:     npx touchmove import games.pgn --tournament club${data}`,
  )
}
