import { expect, test } from 'vitest'
import { findItems, type PaletteItem } from './Palette.tsx'

const items: PaletteItem[] = [
  { path: '/a', title: '群发短信', area: '', initials: 'qfdx' },
  { path: '/b', title: '短信签名', area: '', initials: 'dxqm' },
  { path: '/c', title: '黑名单', area: '', initials: 'hmd' },
]
const found = (text: string) => findItems(items, text).map(item => item.path)

test('pages are found by name and by initials, prefix matches first', () => {
  expect(found('')).toEqual(['/a', '/b', '/c'])
  expect(found('短信')).toEqual(['/b', '/a'])
  expect(found('dx')).toEqual(['/b', '/a'])
  expect(found(' HMD ')).toEqual(['/c'])
  expect(found('发票')).toEqual([])
})
