/** The deployed function that writes what is seldom written, with rights of its own. */
import { ADMINISTRATION } from '../http/administration.ts'
import type { Router } from '../http/router.ts'
import { deployedRouter } from './deployed.ts'

const router = deployedRouter(ADMINISTRATION)

export const handler: Router = async (event) => (await router)(event)
