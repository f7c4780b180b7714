/** The lanes of the timeline, and which event goes in which. */
import type { EventType } from '../../../../events/index.ts'

export const LANES = [
  'clock',
  'moves',
  'presses',
  'touches',
  'offers',
  'claims',
  'rulings',
  'verdicts',
  'devices',
  'record',
] as const
export type Lane = (typeof LANES)[number]

const LANE_OF_TYPE: Readonly<Record<EventType, Lane>> = {
  'move-made': 'moves',
  'envelope-opened': 'moves',
  'clock-pressed': 'presses',
  'adjust-announced': 'touches',
  'piece-touched': 'touches',
  'piece-released': 'touches',
  'castling-announced': 'touches',
  'pieces-displaced': 'touches',
  'pieces-restored': 'touches',
  'move-announced': 'touches',
  'announcement-corrected': 'touches',
  'draw-offered': 'offers',
  'draw-accepted': 'offers',
  'draw-declined': 'offers',
  resigned: 'offers',
  'draw-claimed': 'claims',
  'claim-made': 'claims',
  'increment-requested': 'claims',
  'appeal-lodged': 'claims',
  'claim-decided': 'rulings',
  'irregularity-noticed': 'rulings',
  'position-restored': 'rulings',
  'penalty-imposed': 'rulings',
  'verdict-decided': 'rulings',
  'time-granted': 'rulings',
  'incident-recorded': 'rulings',
  'result-set': 'rulings',
  'appeal-decided': 'rulings',
  'clock-set': 'rulings',
  'clocks-stopped': 'rulings',
  'clocks-started': 'rulings',
  'session-started': 'rulings',
  'flag-noticed': 'rulings',
  'clock-read': 'devices',
  'flag-fallen': 'devices',
  'clock-replaced': 'devices',
  'piece-lifted': 'devices',
  'piece-placed': 'devices',
  'game-opened': 'record',
  'player-arrived': 'record',
  'setup-corrected': 'record',
  'details-corrected': 'record',
  'assistant-appointed': 'record',
  'two-boards-agreed': 'record',
  'move-recorded': 'record',
  'draw-sign-recorded': 'record',
  'scoresheet-signed': 'record',
  'scoresheet-shown': 'record',
  'reconstruction-started': 'record',
  'reconstruction-ended': 'record',
  'sealing-requested': 'record',
  'move-sealed': 'record',
  'game-adjourned': 'record',
  'envelope-lost': 'record',
  'play-resumed': 'record',
  'report-corrected': 'record',
}

export const laneOf = (type: EventType): Lane => LANE_OF_TYPE[type]

/** Where each lane begins, from the top of the timeline in CSS pixels. */
export interface LaneLayout {
  readonly lanes: readonly Lane[]
  readonly tops: Readonly<Partial<Record<Lane, number>>>
  /** Of all lanes with the ruler above them and the overview below. */
  readonly height: number
}

export const RULER_HEIGHT_PX = 22
export const OVERVIEW_HEIGHT_PX = 20

/** The lanes in use, one below the other. */
export function layoutLanes(used: ReadonlySet<Lane>): LaneLayout {
  const lanes = LANES.filter((lane) => used.has(lane))
  const tops: Partial<Record<Lane, number>> = {}
  let top = RULER_HEIGHT_PX
  for (const lane of lanes) {
    tops[lane] = top
    top += LANE_HEIGHTS_PX[lane]
  }
  return { lanes, tops, height: top + OVERVIEW_HEIGHT_PX + 6 }
}

/** Heights in CSS pixels. */
export const LANE_HEIGHTS_PX: Readonly<Record<Lane, number>> = {
  clock: 40,
  moves: 22,
  presses: 14,
  touches: 14,
  offers: 14,
  claims: 14,
  rulings: 14,
  verdicts: 16,
  devices: 14,
  record: 14,
}
