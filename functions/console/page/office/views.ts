/** The views that are loaded when the office or the standings are first opened. */
export { openNewTournament, openOffice } from './office-view.ts'
export { openStandings } from './standings-view.ts'
