/** Ids made of names. */

const MAX_LENGTH = 64

/** `Harbour City Open 2026` → `harbour-city-open-2026`; '' where the name has neither Latin letters nor digits. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, MAX_LENGTH)
