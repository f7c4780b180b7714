/** The parameters of the Laws for one game, from its edition, its kind of play, its overlay and its regulations. */
import type { EventData, Play, Supervision } from '../../events/index.ts'
import type { ByPlay, EditionParameters } from './edition.ts'
import { EDITION_PARAMETERS } from './editions.ts'
import type { RuleId } from './rules.ts'

type Opening = Pick<EventData<'game-opened'>, 'edition' | 'play' | 'supervision' | 'regulations'>

export interface LawParameters
  extends Omit<EditionParameters, 'illegalMovesToLose' | 'illegalMoveBonus' | 'wrongClaimBonus'> {
  readonly edition: Opening['edition']
  readonly play: Play
  readonly supervision: Supervision
  /** Rapid or blitz without adequate supervision: A.4/B.4 (2023: A.5/B.3). */
  readonly unsupervised: boolean
  readonly illegalMovesToLose: number
  readonly illegalMoveBonus: number
  readonly wrongClaimBonus: number
  /** What the two bonuses are in standard play, before Appendices A and B reduce them. */
  readonly standardPlay: { readonly illegalMoveBonus: number; readonly wrongClaimBonus: number }
  /** An intended-move claim must stand on the scoresheet (9.2.a, 9.2.1.1); an overlay or the event may waive it. */
  readonly intendedMoveClaimNeedsWriting: boolean
  readonly quickplayAnnounced: boolean
  readonly noDrawOffersBefore: number | 'ever' | null
  readonly milderPhonePenalty: 'loss' | 'fine' | null
  readonly devicesInBag: boolean
  readonly reportLeaving: boolean
}

/**
 * What each overlay, a text of an event or a time, changes of an edition. `pzszach-rapid-2016`: a rapid event of the Polish
 * federation, Warsaw, November 2016, on the 2014 edition. `2014-10-01-devices`: 11.3.b of lesser events from October 2014.
 */
const OVERLAY_PARAMETERS = {
  'pzszach-rapid-2016': { rapidLimitedToLose: 2, needsWriting: false, phone: null },
  '2014-10-01-devices': { rapidLimitedToLose: null, needsWriting: true, phone: 'on-person' },
} as const

const valueFor = <T>(table: ByPlay<T>, play: Play, supervision: Supervision): T => {
  if (play === 'standard') return table.standard
  if (play === 'rapid') return supervision === 'full' ? table.rapidFull : table.rapidLimited
  return supervision === 'full' ? table.blitzFull : table.blitzLimited
}

/** Resolves the parameters under which a game is judged. What the regulations leave out follows the overlay, then the edition. */
function parametersOf(opening: Opening): LawParameters {
  const { edition, play } = opening
  const supervision = opening.supervision ?? 'full'
  const regulations = opening.regulations ?? {}
  const base = EDITION_PARAMETERS[edition]
  const overlay = regulations.overlay === undefined ? null : OVERLAY_PARAMETERS[regulations.overlay]
  const toLose =
    play === 'rapid' && supervision === 'limited' && overlay?.rapidLimitedToLose != null
      ? overlay.rapidLimitedToLose
      : valueFor(base.illegalMovesToLose, play, supervision)
  return {
    ...base,
    edition,
    play,
    supervision,
    unsupervised: play !== 'standard' && supervision === 'limited',
    illegalMovesToLose: regulations.illegalMovesToLose ?? toLose,
    illegalMoveBonus: regulations.illegalMoveBonus ?? valueFor(base.illegalMoveBonus, play, supervision),
    wrongClaimBonus: regulations.wrongClaimBonus ?? base.wrongClaimBonus[play],
    standardPlay: {
      illegalMoveBonus: base.illegalMoveBonus.standard,
      wrongClaimBonus: base.wrongClaimBonus.standard,
    },
    defaultTime: regulations.defaultTime ?? base.defaultTime,
    phone:
      overlay?.phone == null ? base.phone : { ...base.phone, lossIf: overlay.phone, bagByRegulation: true },
    intendedMoveClaimNeedsWriting: regulations.intendedMoveClaimNeedsWriting ?? overlay?.needsWriting ?? true,
    quickplayAnnounced: regulations.quickplayFinish ?? false,
    noDrawOffersBefore: regulations.noDrawOffersBefore ?? null,
    milderPhonePenalty: base.phone.milderByRegulation ? (regulations.phonePenalty ?? null) : null,
    devicesInBag: regulations.devicesInBag ?? false,
    reportLeaving: regulations.reportLeaving ?? false,
  }
}

const RESOLVED = new WeakMap<EditionParameters, Map<string, LawParameters>>()

/** The parameters without regulations of the event: a few cases an edition, each resolved once, since every fold begins with one. */
function withoutRegulations(opening: Opening): LawParameters {
  const base = EDITION_PARAMETERS[opening.edition]
  const resolved = RESOLVED.get(base) ?? new Map<string, LawParameters>()
  const key = `${opening.play} ${opening.supervision ?? 'full'}`
  const known = resolved.get(key) ?? parametersOf(opening)
  RESOLVED.set(base, resolved.set(key, known))
  return known
}

/**
 * The Laws of a game with the rules `without` taken out of force: a game of no mode is judged as fully supervised, and
 * without local regulations no overlay is laid over its edition.
 */
export function lawsOf(opening: Opening, without: ReadonlySet<RuleId> | null): LawParameters {
  if (without === null)
    return opening.regulations === undefined ? withoutRegulations(opening) : parametersOf(opening)
  const { overlay, ...announced } = opening.regulations ?? {}
  const local = without.has('local-regulations') ? announced : opening.regulations
  const supervision = without.has('supervision-mode') ? 'full' : opening.supervision
  return parametersOf({ ...opening, regulations: local, supervision })
}
