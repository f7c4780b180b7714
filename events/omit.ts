/** A copy of an object without the fields of these names; the others keep their order. */
export function omit<T extends object, K extends keyof T>(value: T, ...names: readonly K[]): Omit<T, K> {
  const omitted: readonly PropertyKey[] = names
  return Object.fromEntries(Object.entries(value).filter(([name]) => !omitted.includes(name))) as Omit<T, K>
}
