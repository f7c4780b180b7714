/** Everybody who follows the record and keeps what he makes of it: heard by the host's doorbell and by the deployed one. */
import type { Service } from '../record/service.ts'
import type { Consumer } from './doorbell.ts'

export const consumersOf = (_service: Service): readonly Consumer[] => []
