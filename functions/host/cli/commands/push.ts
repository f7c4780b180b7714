/** `touchmove push`: follows a round and pushes it to a Lichess broadcast. */

import { isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Command, InvalidArgumentError } from 'commander'
import * as z from 'zod'
import { type ApiResponse, problemText } from '../../../http/api-client.ts'
import { gameListShape } from '../../../http/parse-answer.ts'
import { type Push, pushRound, type RefusedGames } from '../../../outbound/lichess.ts'
import { postWithin } from '../../../outbound/post.ts'
import { isPublic } from '../../../outbound/public-address.ts'
import { CommandFailure, EXIT_DOES_NOT_HOLD } from '../failure.ts'
import { printNote } from '../print.ts'
import {
  fetchJson,
  PGN_TYPE,
  pathSegment,
  type RecordClient,
  type RecordOptions,
  readRecord,
  refuseOtherType,
  withRecordOptions,
} from '../record-client.ts'

interface Options extends RecordOptions {
  readonly tournament: string
  readonly round: string
  readonly to: string
  readonly every: number
  readonly delay?: number
  readonly once?: true
}

const TOKEN_VARIABLE = 'LICHESS_TOKEN'

export const pushCommand = (): Command =>
  withRecordOptions(
    new Command('push')
      .description(`follow a round and push it to a Lichess broadcast (its token: ${TOKEN_VARIABLE})`)
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
  ).action((options: Options) => readRecord(options, (client) => follow(client, options)))

const LICHESS_URL = 'https://lichess.org'
/** How long an answer may take, ms: a hundred games pass over a hall's uplink, and Lichess reads them before it answers. */
const TIMEOUT_MS = 60_000

/**
 * The endpoint to push to, of `abcd1234`, `https://lichess.org/broadcast/…/abcd1234`, or an address that ends in `/push`. Throws
 * InvalidArgumentError.
 */
export function endpointOf(text: string): string {
  if (URL.canParse(text) && !isSafe(new URL(text)))
    throw new InvalidArgumentError('It must begin with https://: the token could be read on the way.')
  if (/\/push$/.test(text) && URL.canParse(text)) return text
  const id = /^[A-Za-z0-9]{8}$/.exec(text)?.[0] ?? /\/broadcast\/.*\/([A-Za-z0-9]{8})\/?$/.exec(text)?.[1]
  if (id === undefined)
    throw new InvalidArgumentError('It is the eight letters of a Lichess round, or the address of its page.')
  const origin = URL.canParse(text) ? new URL(text).origin : LICHESS_URL
  return `${origin}/api/broadcast/round/${id}/push`
}

/** Whether a token may be sent there: over HTTPS, or without encryption to this machine or an address of a private network. */
function isSafe({ protocol, hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return protocol === 'https:' || host === 'localhost' || (isIP(host) !== 0 && !isPublic(host))
}

const numberBetween = (text: string, least: number, most: number): number => {
  const value = Number(text)
  if (text.trim() === '' || !(value >= least && value <= most))
    throw new InvalidArgumentError(`It is a number from ${least} to ${most}.`)
  return value
}
const seconds = (text: string): number => numberBetween(text, 1, 3600)
const minutes = (text: string): number => Math.round(numberBetween(text, 0, 10_080))

async function follow(client: RecordClient, options: Options): Promise<void> {
  const token = process.env[TOKEN_VARIABLE]
  if (token === undefined || token === '')
    throw new CommandFailure(`set ${TOKEN_VARIABLE} to a token of Lichess with the scope study:write`)
  if (client.stream === undefined && !options.once)
    throw new CommandFailure(
      'no host serves this folder, so nothing new would come; start it first, or push what there is with --once',
    )
  const path = await feedPath(client, options)
  const post = postWithin(TIMEOUT_MS)
  const refused: RefusedGames = new Map()
  let etag: string | undefined
  let attempt = 1
  let tooSoon = false
  for (;;) {
    const feed = await fetchFeed(client, path, etag)
    if (feed?.status === 404) {
      // The round is known (feedPath asked for it), but its first event is younger than the delay.
      if (!tooSoon || options.once)
        printNote('push: the round is not old enough to be shown; nothing is pushed yet')
      tooSoon = true
      if (options.once) return
    }
    if (feed?.status === 200) {
      const pushed = await pushRound(
        post,
        { url: options.to, token },
        feed.text,
        attempt,
        Date.now(),
        refused,
      )
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

/** Null where the host does not answer now: it may be restarting, so it is asked again. */
async function fetchFeed(
  client: RecordClient,
  path: string,
  etag: string | undefined,
): Promise<ApiResponse | null> {
  const headers = etag === undefined ? {} : { 'if-none-match': etag }
  const feed = await client.request('GET', path, { headers }).catch((error: unknown) => {
    if (error instanceof CommandFailure) return error
    throw error
  })
  if (feed instanceof CommandFailure) printNote(`push: ${feed.message}`)
  else if (feed.status >= 500 || feed.status === 429) printNote(`push: ${problemText(feed)}`)
  else if (feed.status >= 400 && !(feed.status === 404 && isDelayedFeed(path)))
    throw new CommandFailure(problemText(feed))
  else {
    if (feed.status === 200) refuseOtherType(path, feed, PGN_TYPE)
    return feed
  }
  return null
}

const delayShape = z.looseObject({ delay: z.int().min(0).max(10_080) })

/** The path of the feed in the form that Lichess reads, with the tournament's public delay unless `--delay` names another. */
async function feedPath(client: RecordClient, { tournament, round, delay }: Options): Promise<string> {
  const own = await fetchJson(client, `/tournaments/${pathSegment(tournament)}`, delayShape)
  const late = delay ?? own.delay
  const place = `/tournaments/${pathSegment(tournament)}/rounds/${pathSegment(round)}`
  // An unknown round is reported at once; for a round that the delay still hides, the push waits.
  await fetchJson(client, `${place}/games`, gameListShape)
  const path = `${place}.pgn?view=strict&dialect=lichess`
  return late === 0 ? path : `/delayed/${late}${path}`
}

const isDelayedFeed = (path: string): boolean => path.startsWith('/delayed/')

function report(push: Push): void {
  if (push.kind === 'wait') printNote(`push: ${push.reason}; again in ${Math.round(push.ms / 1000)} s`)
  if (push.kind !== 'pushed') return
  // The exit status says how the last push went: 1 where a game was refused.
  process.exitCode = push.faults.length === 0 ? 0 : EXIT_DOES_NOT_HOLD
  const all = push.faults.length === 0 ? '' : ` of ${push.games}`
  printNote(`pushed ${push.games - push.faults.length}${all} games, ${push.moves} moves`)
  for (const { game, error } of push.faults) printNote(`  ${game}: ${error}`)
}
