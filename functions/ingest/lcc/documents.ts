/**
 * What LiveChess Cloud serves: a tournament's round as JSON. The shape is undocumented by DGT; it is read as three open
 * readers of it do (docs/connect.md), and what is missing is missing.
 */
import * as z from 'zod'

const player = z.object({
  fname: z.string().nullish(),
  mname: z.string().nullish(),
  lname: z.string().nullish(),
  title: z.string().nullish(),
  federation: z.string().nullish(),
  fideid: z.union([z.number(), z.string()]).nullish(),
})
export type CloudPlayer = z.output<typeof player>

export const cloudTournament = z.object({
  name: z.string().nullish(),
  location: z.string().nullish(),
  country: z.string().nullish(),
  timecontrol: z.string().nullish(),
})
export type CloudTournament = z.output<typeof cloudTournament>

export const cloudIndex = z.object({
  /** `2026-11-21` */
  date: z.string().nullish(),
  pairings: z.array(
    z.object({ white: player.nullish(), black: player.nullish(), result: z.string().nullish() }),
  ),
})
export type CloudIndex = z.output<typeof cloudIndex>

export const cloudGame = z.object({
  live: z.boolean().nullish(),
  /** Ms since 1970; 0: none. */
  firstMove: z.number().nullish(),
  chess960: z.number().nullish(),
  result: z.string().nullish(),
  /** Seconds; `time` ms since 1970; `run` true: White's runs. */
  clock: z
    .object({ white: z.number(), black: z.number(), run: z.boolean().nullish(), time: z.number() })
    .nullish(),
  moves: z.array(z.string()).nullish(),
})
export type CloudGame = z.output<typeof cloudGame>
