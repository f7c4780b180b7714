import { EN } from './en.ts'

export const SR = EN
