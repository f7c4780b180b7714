/** The twins of feeds under `/delayed/{minutes}`: the same routes with a delay, as of which the read context reads. */
import * as z from 'zod'
import { MAX_DELAY_MINUTES } from '../http/request-schemas.ts'
import type { Route } from '../http/route.ts'

const RIGHT = `whole minutes from 0 to ${MAX_DELAY_MINUTES}`
const minutes = z
  .string({ error: RIGHT })
  .regex(/^\d{1,5}$/, { error: RIGHT, abort: true })
  .refine((text) => Number(text) <= MAX_DELAY_MINUTES, { error: RIGHT, params: { phrase: true } })
  .meta({ type: 'integer', minimum: 0, maximum: MAX_DELAY_MINUTES, description: 'Minutes' })

/** The routes, followed by the twin of each feed. */
export const withDelayed = <R extends Route>(routes: readonly R[]): readonly R[] => [
  ...routes,
  ...routes.filter(({ feed }) => feed).map(twinOf),
]

/** The delay in a request's path parameters, minutes; 0 for a route that is no twin. */
export const delayIn = ({ minutes = '0' }: Readonly<Record<string, string>>): number => Number(minutes)

const twinOf = <R extends Route>(route: R): R => ({
  ...route,
  path: `/delayed/{minutes}${route.path}`,
  summary: `${route.summary}, as it was so many minutes ago`,
  params: z.object({ minutes, ...route.params.shape }),
  handle: (service: never, request: Parameters<Route['handle']>[1]) =>
    route.handle(service, { ...request, delay: delayIn(request.params) }),
})
