import { isKeyOf, keysOf } from '#values/keys.ts'

type Names<Key extends string> = Readonly<Record<Key, string | { name: string }>>

/** A table of names as options of a field, in its order. */
export const optionsOf = <Key extends string>(names: Names<Key>): { value: Key; label: string }[] =>
  keysOf(names).map(value => {
    const name: string | { name: string } = names[value]
    return { value, label: typeof name === 'string' ? name : name.name }
  })

/** A value of the address, where it is one of a table's keys. */
export const keyOf = <Key extends string>(names: Readonly<Record<Key, unknown>>, text: string): Key | undefined =>
  isKeyOf(names, text) ? text : undefined

/** Tabs of a list: everything, then each of its states. */
export const tabsOf = (states: Names<string>): { key: string; label: string }[] => [
  { key: '', label: '全部' },
  ...optionsOf(states).map(({ value, label }) => ({ key: value, label })),
]
