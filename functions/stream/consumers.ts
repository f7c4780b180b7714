/** Everybody who follows the record, in one list: for the host's doorbell and for the deployed stream handler alike. */
import type { Service } from '../record/service.ts'
import type { Consumer } from './doorbell.ts'

export const consumersOf = (_service: Service): readonly Consumer[] => []
