/** Paper: two scoresheets and a board read side by side. */
export { type Papers, type Reconciliation, reconcile } from './reconcile.ts'
export type { ScoresheetEntry } from './sheet.ts'
