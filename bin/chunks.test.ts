import { expect, test } from 'vitest'
import { divideModules } from './chunks.ts'

/** An app of seven pages: what each module loads, and what it may load later. */
const links: Record<string, [now: string[], later?: string[]]> = {
  main: [['react'], ['/user/login/Page.tsx', '/landpage/Page.tsx', '/layout/SignedInLayout.tsx', ...'12345'.split('').map(memberPage)]],
  '/user/login/Page.tsx': [['react', 'form', 'zod', 'aside']],
  '/landpage/Page.tsx': [['form', 'opt-out']],
  '/layout/SignedInLayout.tsx': [['menu', 'zod']],
  menu: [['react', 'icons']],
  ...Object.fromEntries('1234'.split('').map(name => [memberPage(name), [['table', 'react']]])),
  [memberPage('5')]: [['table', 'rare'], ['dialog']],
  table: [['select']],
}
function memberPage(name: string) {
  return `/sms/${name}/Page.tsx`
}
const graph = (id: string) => ({ importedIds: links[id]?.[0] ?? [], dynamicallyImportedIds: links[id]?.[1] ?? [] })

test('pages share two files: one on every page, one inside the frame', () => {
  const chunks = divideModules('main', graph)
  const named = (name: string) => [...chunks].flatMap(([id, chunk]) => (chunk === name ? [id] : [])).toSorted()
  expect(named('app')).toEqual(['form', 'main', 'react', 'zod'])
  expect(named('frame')).toEqual(['/layout/SignedInLayout.tsx', 'icons', 'menu', 'select', 'table'])
})

test('a module of few pages stays with them', () => {
  const chunks = divideModules('main', graph)
  expect(['aside', 'opt-out', 'rare', 'dialog'].filter(id => chunks.has(id))).toEqual([])
})
