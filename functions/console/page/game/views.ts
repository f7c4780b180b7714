/** What is loaded once somebody looks into a game: its view and its report on paper, which share nearly all they need. */
export { openDisputeReport } from '../report/report-view.ts'
export { openGameView } from './game-view.ts'
