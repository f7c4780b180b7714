import { EN } from './en.ts'

export const SL = EN
