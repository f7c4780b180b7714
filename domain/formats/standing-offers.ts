/** Draw offers that stand. */

/** Whose offers stand, the one that came first first: either player may accept the other's. Empty to who may not see offers. */
export const offeringSides = <S extends string>({
  offer,
  counterOffer,
}: {
  readonly offer?: S | null | undefined
  readonly counterOffer?: S | undefined
}): readonly S[] => [offer, counterOffer].filter((side) => side != null)
