/** The named properties of an object. */
export function pick<T extends object, K extends keyof T>(of: T, ...keys: readonly K[]): Pick<T, K>
export function pick(of: Record<PropertyKey, unknown>, ...keys: readonly PropertyKey[]) {
  return Object.fromEntries(keys.map(key => [key, of[key]]))
}
