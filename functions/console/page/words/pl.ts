import { EN } from './en.ts'

export const PL = EN
