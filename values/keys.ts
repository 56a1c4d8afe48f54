/** The keys of a table whose type lists them all, in their order. */
export function keysOf<Table extends object>(table: Table): Extract<keyof Table, string>[] {
  const keys: Extract<keyof Table, string>[] = []
  for (const key in table) keys.push(key)
  return keys
}

/** Keys and values of a table whose type lists them all. */
export const pairsOf = <Table extends object>(table: Table): [Extract<keyof Table, string>, Table[Extract<keyof Table, string>]][] =>
  keysOf(table).map(key => [key, table[key]])

/** Whether a text is one of a table's keys. */
export const isKeyOf = <Table extends object, Text extends PropertyKey>(
  table: Table,
  text: Text,
): text is Text & Extract<keyof Table, string> => Object.hasOwn(table, text)

const hasAll = <Key extends string, Value>(table: { [key: string]: Value }, keys: readonly Key[]): table is Record<Key, Value> =>
  keys.every(key => Object.hasOwn(table, key))

/** A table with a value for each of some keys. */
export function tableOf<Key extends string, Value>(keys: readonly Key[], make: (key: Key) => Value): Record<Key, Value> {
  const table = Object.fromEntries(keys.map(key => [key, make(key)]))
  if (!hasAll(table, keys)) throw new RangeError('a table without one of its keys')
  return table
}
