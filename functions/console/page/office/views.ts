/** What is loaded once somebody opens the office or the standings. */
export { openNewTournament, openOffice } from './office-view.ts'
export { openStandings } from './standings-view.ts'
