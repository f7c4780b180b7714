import { EN } from './en.ts'

export const SK = EN
