import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { roles } from '#contract/identity/permission.ts'
import { pagePaths } from '#contract/pages.ts'
import { menuFor } from './layout/menu.tsx'
import { routes } from './routes.tsx'

test('the route table has exactly the pages of the product', () => {
  expect(Object.keys(routes).sort()).toEqual([...pagePaths].sort())
})

test('the menu has only members’ pages', () => {
  const wrong = Object.entries(routes).filter(([, route]) => route.inMenu && route.audience !== 'member')
  expect(wrong).toEqual([])
})

test('each entry of the menu has an icon of its own', () => {
  const icons = menuFor(roles.owner.may).flatMap(group =>
    group.items.map(({ title, icon }) => [title, (icon as ReactElement).type] as const),
  )
  expect(icons.length).toBeGreaterThan(20)
  const shared = icons.filter(([title, type]) => icons.some(([other, same]) => other !== title && same === type))
  expect(shared.map(([title]) => title)).toEqual([])
})

test('titles are distinct, and each has initials for the command palette', () => {
  const titles = Object.values(routes).map(route => route.title)
  expect(new Set(titles).size).toBe(titles.length)
  for (const route of Object.values(routes)) expect(route.initials, route.title).toMatch(/^[a-z]{2,8}$/)
})

test('a page loads the file of its own address', () => {
  const source = readFileSync(path.join(import.meta.dirname, 'routes.tsx'), 'utf8')
  for (const address of pagePaths) expect(source).toContain(`import('.${address === '/' ? '/home' : address}/Page.tsx')`)
})
