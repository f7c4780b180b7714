/** A round of LiveChess Cloud, or a tree that is served as the cloud serves it. */

import type * as z from 'zod'
import { parseJson } from '../../../domain/json-text.ts'
import type { Remark } from '../../../domain/reasons.ts'
import type { FetchText } from '../sources/fetch-text.ts'
import {
  type FollowedSource,
  type SourceGame,
  type SourceSnapshot,
  SourceUnavailable,
} from '../sources/source.ts'
import { sourceRemarks } from '../sources/source-remark.ts'
import { cloudGame, cloudIndex, cloudTournament } from './documents.ts'
import { cloudToPgn } from './to-pgn.ts'

export interface CloudAddress {
  readonly id: string
  /** Where `tournament.json` lies; null: the cloud is to be asked which of its hosts has it. */
  readonly base: string | null
  readonly round: string | null
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i

/** The page that people pass on (`https://view.livechesscloud.com/#ID/3`), its id alone, or a tree's own address. Null: none of these. */
export function readAddress(text: string): CloudAddress | null {
  const id = UUID.exec(text)?.[0]
  const isPage = !/^https?:/.test(text) || /^https?:\/\/view\.livechesscloud\.com\//.test(text)
  if (id !== undefined && isPage) {
    const [, round = null] = new RegExp(`${id}/(\\d+)`).exec(text) ?? []
    return { id, base: null, round }
  }
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return null
  const base = text.replace(/\/(?:tournament\.json)?$/, '')
  return { id: base.split('/').at(-1) ?? base, base, round: null }
}

const DEFAULT_HOST = '1.pool.livechesscloud.com'
const HOST = /^[A-Za-z0-9][A-Za-z0-9.-]*(?::\d{1,5})?$/

export function cloudSource(address: CloudAddress, round: string, fetchText: FetchText): FollowedSource {
  let base = address.base
  const baseOf = async (): Promise<string> => {
    if (base !== null) return base
    const meta = await fetchText(`http://lookup.livechesscloud.com/meta/${address.id}`).catch(() => '')
    const host = (parseJson(meta) as { host?: unknown } | null | undefined)?.host
    base = `https://${typeof host === 'string' && HOST.test(host) ? host : DEFAULT_HOST}/get/${address.id}`
    return base
  }
  const read = async <S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> => {
    const url = `${await baseOf()}/${path}`
    // Where the cloud's lookup leads is not the operator's word.
    const text = await fetchText(url, { onlyInternet: address.base === null })
    const parsed = schema.safeParse(parseJson(text))
    if (!parsed.success) throw new SourceUnavailable(sourceRemarks.remark('no-cloud', { url }))
    return parsed.data
  }
  return {
    async snapshot(): Promise<SourceSnapshot> {
      const tournament = await read('tournament.json', cloudTournament)
      const index = await read(`round-${round}/index.json`, cloudIndex)
      const notes: Remark[] = []
      const games: SourceGame[] = []
      for (const [k] of index.pairings.entries()) {
        const board = k + 1
        try {
          const game = await read(`round-${round}/game-${board}.json`, cloudGame)
          const shown = cloudToPgn({ id: address.id, round, board }, tournament, index, game)
          notes.push(...shown.notes)
          games.push(shown)
        } catch (error) {
          // One game that cannot be had does not keep the others back.
          if (!(error instanceof SourceUnavailable)) throw error
          notes.push(error.remark)
        }
      }
      return { games, notes }
    },
  }
}
