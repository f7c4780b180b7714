/** The entry of this folder: reconciles two scoresheets and a board. */
export { type Papers, type Reconciliation, reconcile } from './reconcile.ts'
export type { ScoresheetEntry } from './sheet.ts'
