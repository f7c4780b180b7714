/** `touchmove push`: follows a round and pushes it to a Lichess broadcast. */
import { setTimeout as wait } from 'node:timers/promises'
import { Command, InvalidArgumentError } from 'commander'
import { problemOf } from '../../ingest/desk.ts'
import { type Push, pushRound } from '../../push/lichess.ts'
import { postOut } from '../../push/post.ts'
import { CommandFailure } from '../failure.ts'
import { note } from '../print.ts'
import {
  askJson,
  onRecord,
  type RecordDesk,
  type RecordOptions,
  segment,
  withRecord,
} from '../record-desk.ts'

interface Options extends RecordOptions {
  readonly tournament: string
  readonly round: string
  readonly to: string
  readonly every: number
  readonly delay?: number
  readonly once?: true
}

const TOKEN = 'LICHESS_TOKEN'

export const pushCommand = (): Command =>
  withRecord(
    new Command('push')
      .description(`follow a round and push it to a Lichess broadcast (its token: ${TOKEN})`)
      .requiredOption('--tournament <id>', 'the tournament')
      .requiredOption('--round <id>', 'its round')
      .requiredOption(
        '--to <id or url>',
        'the Lichess round: its eight letters, its page, or the endpoint',
        endpointOf,
      )
      .option('--every <seconds>', 'how often to look for news', seconds, 2)
      .option('--delay <minutes>', "how late; by default the tournament's own delay", minutes)
      .option('--once', 'push what there is and end'),
  ).action((options: Options) => onRecord(options, (desk) => follow(desk, options)))

const LICHESS = 'https://lichess.org'

/** `abcd1234`, `https://lichess.org/broadcast/…/abcd1234`, or an endpoint such as a stand-in's. */
export function endpointOf(text: string): string {
  if (/\/push$/.test(text) && URL.canParse(text)) return text
  const id = /^[A-Za-z0-9]{8}$/.exec(text)?.[0] ?? /\/broadcast\/.*\/([A-Za-z0-9]{8})\/?$/.exec(text)?.[1]
  if (id === undefined)
    throw new InvalidArgumentError('It is the eight letters of a Lichess round, or the address of its page.')
  const origin = URL.canParse(text) ? new URL(text).origin : LICHESS
  return `${origin}/api/broadcast/round/${id}/push`
}

const figure = (text: string, least: number, most: number): number => {
  const value = Number(text)
  if (text.trim() === '' || !(value >= least && value <= most))
    throw new InvalidArgumentError(`It is a number from ${least} to ${most}.`)
  return value
}
const seconds = (text: string): number => figure(text, 1, 3600)
const minutes = (text: string): number => Math.round(figure(text, 0, 10_080))

async function follow(desk: RecordDesk, options: Options): Promise<void> {
  const token = process.env[TOKEN]
  if (token === undefined || token === '')
    throw new CommandFailure(`set ${TOKEN} to a token of Lichess with the scope study:write`)
  const path = await feedOf(desk, options)
  let etag: string | undefined
  let attempt = 1
  for (;;) {
    const feed = await desk.ask('GET', path, { headers: etag === undefined ? {} : { 'if-none-match': etag } })
    if (feed.status >= 500) note(`push: ${problemOf(feed)}`)
    else if (feed.status >= 400) throw new CommandFailure(problemOf(feed))
    else if (feed.status === 200) {
      const pushed = await pushRound(postOut, { url: options.to, token }, feed.text, attempt, Date.now())
      report(pushed)
      if (pushed.kind === 'refused') throw new CommandFailure(`Lichess refuses the round: ${pushed.reason}`)
      if (pushed.kind === 'wait') {
        attempt++
        await wait(pushed.ms)
        continue
      }
      attempt = 1
      etag = feed.headers['etag']
      if (options.once) return
    }
    await wait(options.every * 1000)
  }
}

/** Markers as Lichess reads them; never sooner than the public may see the tournament, unless somebody asks for it. */
async function feedOf(desk: RecordDesk, { tournament, round, delay }: Options): Promise<string> {
  const own = await askJson<{ delay: number }>(desk, `/tournaments/${segment(tournament)}`)
  const late = delay ?? own.delay
  const path = `/tournaments/${segment(tournament)}/rounds/${segment(round)}.pgn?view=strict&dialect=lichess`
  return late === 0 ? path : `/delayed/${late}${path}`
}

function report(push: Push): void {
  if (push.kind === 'wait') note(`push: ${push.reason}; again in ${Math.round(push.ms / 1000)} s`)
  if (push.kind !== 'pushed') return
  note(`pushed ${push.games} games, ${push.moves} moves`)
  for (const { game, error } of push.faults) note(`  ${game}: ${error}`)
}
