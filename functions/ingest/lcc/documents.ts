/**
 * What LiveChess Cloud serves: a tournament's round as JSON. The shape is undocumented by DGT; it is read as three open
 * readers of it do (docs/connect.md), and what is missing is missing.
 */
import * as z from 'zod'
import { nullIfInvalid } from '../null-if-invalid.ts'

/** Ms since 1970 that a calendar has. */
const instant = z.number().min(0).max(8.64e15)

const player = z.object({
  fname: nullIfInvalid(z.string()),
  mname: nullIfInvalid(z.string()),
  lname: nullIfInvalid(z.string()),
  title: nullIfInvalid(z.string()),
  fideid: nullIfInvalid(z.union([z.number(), z.string()])),
})
export type CloudPlayer = z.output<typeof player>

export const cloudTournament = z.object({
  name: nullIfInvalid(z.string()),
  location: nullIfInvalid(z.string()),
  country: nullIfInvalid(z.string()),
  timecontrol: nullIfInvalid(z.string()),
})
export type CloudTournament = z.output<typeof cloudTournament>

export const cloudIndex = z.object({
  /** `2026-11-21` */
  date: nullIfInvalid(z.string()),
  pairings: z.array(
    nullIfInvalid(
      z.object({
        white: nullIfInvalid(player),
        black: nullIfInvalid(player),
        result: nullIfInvalid(z.string()),
      }),
    ),
  ),
})
export type CloudIndex = z.output<typeof cloudIndex>

export const cloudGame = z.object({
  live: nullIfInvalid(z.boolean()),
  /** 0: none. */
  firstMove: nullIfInvalid(instant),
  chess960: nullIfInvalid(
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
  result: nullIfInvalid(z.string()),
  comment: nullIfInvalid(z.string()),
  /** Seconds; `time` ms since 1970; `run` true: White's runs. */
  clock: nullIfInvalid(
    z.object({ white: z.number(), black: z.number(), run: z.boolean().nullish(), time: instant }),
  ),
  moves: z.array(z.string()).nullish(),
})
export type CloudGame = z.output<typeof cloudGame>
