import { expect, test } from 'vitest'
import { divideModules } from './chunks.ts'

/** An app of eight pages: what each module loads, and what it may load later. */
const links: Record<string, [now: string[], later?: string[]]> = {
  main: [
    ['react'],
    [
      '/user/login/Page.tsx',
      '/landpage/Page.tsx',
      '/layout/SignedInLayout.tsx',
      '/console/system/bill/Page.tsx',
      '/console/system/home/Page.tsx',
      ...'12345'.split('').map(memberPage),
    ],
  ],
  '/user/login/Page.tsx': [['react', 'form', 'zod', 'aside']],
  '/landpage/Page.tsx': [['form', 'opt-out', 'opt-out.css', 'captcha']],
  '/layout/SignedInLayout.tsx': [['menu', 'zod']],
  menu: [['react', 'icons']],
  ...Object.fromEntries('12'.split('').map(name => [memberPage(name), [['table', 'react']]])),
  [memberPage('3')]: [
    ['table', 'react', 'pair', 'money', 'to-do'],
    ['drawer', 'panel'],
  ],
  [memberPage('4')]: [
    ['table', 'react', 'pair', 'stairs'],
    ['drawer', 'wizard'],
  ],
  [memberPage('5')]: [['table', 'rare', 'rare.css'], ['dialog']],
  '/console/system/bill/Page.tsx': [
    ['money', 'stairs'],
    ['dialog', 'receipt'],
  ],
  '/console/system/home/Page.tsx': [['to-do', 'hello']],
  table: [['select']],
  drawer: [['steps', 'facts', 'captcha']],
  panel: [['steps', 'captcha']],
  wizard: [['rest']],
  dialog: [['facts']],
}
function memberPage(name: string) {
  return `/console/sms/${name}/Page.tsx`
}
const largeCode = ' '.repeat(30_000)
const graph = (id: string) => ({
  importedIds: links[id]?.[0] ?? [],
  dynamicallyImportedIds: links[id]?.[1] ?? [],
  code: id === 'stairs' ? largeCode : '',
})

const chunks = divideModules('main', graph)
const named = (name: string) => [...chunks].flatMap(([id, chunk]) => (chunk === name ? [id] : [])).toSorted()

test('all pages share one file and the styles, those inside the frame another', () => {
  expect(named('app')).toEqual(['captcha', 'form', 'main', 'opt-out.css', 'rare.css', 'react', 'zod'])
  expect(named('frame')).toEqual(['/layout/SignedInLayout.tsx', 'icons', 'menu', 'money', 'select', 'table', 'to-do'])
})

test('a large part of few pages is with them', () => {
  expect(named('bill-4')).toEqual(['stairs'])
})

test('what two pages or two dialogs of an area share is one file each; dialogs of several areas share one', () => {
  expect(named('sms')).toEqual(['pair'])
  expect(named('sms-parts')).toEqual(['steps'])
  expect(named('parts')).toEqual(['facts'])
})

test('a module of few pages stays with them', () => {
  expect(['aside', 'opt-out', 'rare', 'dialog', 'rest', 'receipt'].filter(id => chunks.has(id))).toEqual([])
})
