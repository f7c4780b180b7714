/** The views that are loaded when a game is first opened: the game and its report, which share nearly all their code. */
export { openDisputeReport } from '../report/report-view.ts'
export { openGameView } from './game-view.ts'
