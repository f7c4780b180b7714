/**
 * What LiveChess Cloud serves: a tournament's round as JSON. The shape is undocumented by DGT; it is read as three open
 * readers of it do (docs/connect.md), and what is missing is missing.
 */
import * as z from 'zod'
import { lenient } from '../lenient.ts'

/** Ms since 1970 that a calendar has. */
const instant = z.number().min(0).max(8.64e15)

const player = z.object({
  fname: lenient(z.string()),
  mname: lenient(z.string()),
  lname: lenient(z.string()),
  title: lenient(z.string()),
  fideid: lenient(z.union([z.number(), z.string()])),
})
export type CloudPlayer = z.output<typeof player>

export const cloudTournament = z.object({
  name: lenient(z.string()),
  location: lenient(z.string()),
  country: lenient(z.string()),
  timecontrol: lenient(z.string()),
})
export type CloudTournament = z.output<typeof cloudTournament>

export const cloudIndex = z.object({
  /** `2026-11-21` */
  date: lenient(z.string()),
  pairings: z.array(
    lenient(z.object({ white: lenient(player), black: lenient(player), result: lenient(z.string()) })),
  ),
})
export type CloudIndex = z.output<typeof cloudIndex>

export const cloudGame = z.object({
  live: lenient(z.boolean()),
  /** 0: none. */
  firstMove: lenient(instant),
  chess960: lenient(
    z
      .union([
        z.number(),
        z
          .string()
          .regex(/^\d{1,3}$/)
          .transform(Number),
      ])
      .pipe(z.number().int().min(0).max(959)),
  ),
  result: lenient(z.string()),
  comment: lenient(z.string()),
  /** Seconds; `time` ms since 1970; `run` true: White's runs. */
  clock: lenient(
    z.object({ white: z.number(), black: z.number(), run: z.boolean().nullish(), time: instant }),
  ),
  moves: z.array(z.string()).nullish(),
})
export type CloudGame = z.output<typeof cloudGame>
