/** Draw offers that stand. */

/** The sides whose offers stand, the earlier one first: each player may accept the other's. Empty in a state without offers, as the public sees it. */
export const offeringSides = <S extends string>({
  offer,
  counterOffer,
}: {
  readonly offer?: S | null | undefined
  readonly counterOffer?: S | undefined
}): readonly S[] => [offer, counterOffer].filter((side) => side != null)
