/** Whether two values of plain JSON are equal, whatever the order of their members; undefined members do not count. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const members = (value: object) => Object.entries(value).filter(([, member]) => member !== undefined)
  const [one, other] = [members(a), new Map(members(b))]
  return one.length === other.size && one.every(([name, member]) => sameValue(member, other.get(name)))
}
