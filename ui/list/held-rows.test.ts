import { expect, test } from 'vitest'
import { holdNewRows } from './held-rows.ts'

interface Row {
  id: string
  state: string
}
/** Rows by their ids; one with a changed state has an exclamation mark. */
const page = (ids: string, nextCursor: string | null = 'more') => ({
  rows: ids
    .split(' ')
    .filter(Boolean)
    .map((id): Row => ({ id: id.replace('!', ''), state: id.endsWith('!') ? 'new' : 'old' })),
  nextCursor,
})
const held = (shown: ReturnType<typeof page>, fresh: ReturnType<typeof page>) => {
  const { page: kept, newRows } = holdNewRows(shown, fresh, row => row.id)
  const text = (rows: Row[]) => rows.map(({ id, state }) => (state === 'new' ? `${id}!` : id)).join(' ')
  return [text(kept.rows), text(newRows), kept.nextCursor]
}

test.each([
  ['new rows wait above those that are read, which get their new content', page('c b a'), page('e d c b!'), ['c b! a', 'e d', 'more']],
  ['a page of nothing but new rows leaves the read ones as they are', page('c b a'), page('f e d'), ['c b a', 'f e d', 'more']],
  ['a row that is gone leaves, and the next one follows', page('d c b'), page('d b a'), ['d b a', '', 'more']],
  ['a row among the read ones waits, too', page('d b a', null), page('d c b a', null), ['d b a', 'c', null]],
  ['of a complete list the last rows leave when they are gone', page('c b a', null), page('d c', null), ['c', 'd', null]],
  ['an empty list is filled at once', page('', null), page('b a', null), ['b a', '', null]],
  ['a list that was emptied is empty', page('b a', null), page('', null), ['', '', null]],
  ['other rows of a complete list take the place of all that are gone', page('b a', null), page('d', null), ['d', '', null]],
])('%s', (_, shown, fresh, expected) => expect(held(shown, fresh)).toEqual(expected))

test('the next page begins behind the last row that is shown', () => {
  expect(held(page('c b a', 'after a'), page('d c b', 'after b'))).toEqual(['c b a', 'd', 'after a'])
  expect(held(page('c b a', 'after a'), page('c b a', 'after a'))).toEqual(['c b a', '', 'after a'])
})
