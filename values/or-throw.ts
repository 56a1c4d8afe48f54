/** Reads that throw a sentence where there is nothing to read: for places at which that would be a bug. */

export const firstOrThrow = <Item>(list: ArrayLike<Item>): Item => itemOrThrow(list, 0)

export const lastOrThrow = <Item>(list: ArrayLike<Item>): Item => itemOrThrow(list, list.length - 1)

export function itemOrThrow<Item>(list: ArrayLike<Item>, index: number): Item {
  const item = list[index]
  if (item === undefined) throw new RangeError(`no item ${index} in a list of ${list.length}`)
  return item
}

type Tuple<Item, Length extends number, Items extends Item[] = []> = Items['length'] extends Length
  ? Items
  : Tuple<Item, Length, [...Items, Item]>

const hasLength = <Item, Length extends number>(list: Item[], length: Length): list is Item[] & Tuple<Item, Length> =>
  list.length === length

/** The first items of a list, as a tuple. */
export function takeOrThrow<Item, Length extends number>(list: readonly Item[], length: Length): Tuple<Item, Length> {
  const taken = list.slice(0, length)
  if (!hasLength(taken, length)) throw new RangeError(`${length} items wanted of a list of ${list.length}`)
  return taken
}

interface Readable<Key, Value> {
  get(key: Key): Value | null | undefined
}

/** What a map, or headers, or the fields of a query have under a key. */
export function getOrThrow<Key, Value>(map: Readable<Key, Value>, key: Key): Value {
  const value = map.get(key)
  if (value === undefined || value === null) throw new RangeError(`nothing under the key ${String(key)}`)
  return value
}

/** The match of a pattern in a text. */
export function matchOrThrow(pattern: RegExp, text: string): RegExpExecArray {
  const match = pattern.exec(text)
  if (!match) throw new RangeError(`no ${pattern} in a text of ${text.length} characters`)
  return match
}

/** The port at which a server listens. */
export function portOrThrow(server: { address(): string | { port: number } | null }): number {
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new RangeError('a server that listens at no port')
  return address.port
}
