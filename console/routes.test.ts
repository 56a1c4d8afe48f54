import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isValidElement } from 'react'
import { expect, test } from 'vitest'
import { roles } from '#contract/identity/permission.ts'
import { pagePaths } from '#contract/pages.ts'
import { glossary } from './layout/glossary.ts'
import { crumbsOf, mainItemFor, menuFor, paletteFor, siblingsOf } from './layout/menu.tsx'
import { pagePinyin } from './layout/pinyin.ts'
import { routes } from './routes.tsx'
import { parents, siteMap } from './site-map.ts'

test('the route table has exactly the pages of the product', () => {
  expect(Object.keys(routes).sort()).toEqual([...pagePaths].sort())
})

const all = roles.owner.may
const members = pagePaths.filter(path => routes[path].audience === 'member')

test('every page of members has one place in the menu or below another page, and the palette lists them all', () => {
  const tabs = siteMap.flatMap(group => group.entries.flatMap(entry => entry.tabs))
  expect(new Set(tabs).size).toBe(tabs.length)
  expect([...new Set([...tabs, ...Object.keys(parents)])].sort()).toEqual([...members].sort())
  expect(
    paletteFor(all)
      .map(({ path }) => path)
      .sort(),
  ).toEqual([...members].sort())
})

test('each entry of the menu has an icon of its own', () => {
  const items = [mainItemFor(all), ...menuFor(all).flatMap(group => group.items)]
  const icons = items.map(item => item && isValidElement(item.icon) && item.icon.type)
  expect(icons).toHaveLength(17)
  expect(new Set(icons).size).toBe(17)
})

test('a member sees the entries that have an open page, led by the first of those', () => {
  const items = menuFor(roles.finance.may).flatMap(group => group.items)
  expect(mainItemFor(roles.finance.may)).toBeNull()
  expect(items.map(({ title }) => title)).not.toContain('模板与签名')
  expect(
    menuFor([])
      .flatMap(group => group.items)
      .map(({ title, path }) => [title, path]),
  ).toEqual([
    ['首页', '/system/home'],
    ['账户', '/system/uaccount/userinfo'],
  ])
})

test('the number of an entry is the sum of its tabs', () => {
  const items = menuFor(all, { '/sms/template': 2, '/sms/signature': 1 }).flatMap(group => group.items)
  expect(items.filter(({ count }) => count).map(({ title, count }) => [title, count])).toEqual([['模板与签名', 3]])
})

const titles = (path: string) => crumbsOf(path, all).map(({ title }) => title)
test('breadcrumbs lead through group, entry and the pages above, each a link', () => {
  expect(titles('/system/home')).toEqual(['控制台首页'])
  expect(titles('/sms/delivery')).toEqual(['首页', '发送', '发送记录'])
  expect(titles('/sms/combo/purchase')).toEqual(['首页', '费用', '套餐', '短信套餐', '购买短信套餐'])
  expect(titles('/system/finance/bill/detail')).toEqual(['首页', '费用', '账单与订单', '账单总览', '账单明细'])
  expect(titles('/system/finance/invoice/create')).toEqual(['首页', '费用', '发票', '发票管理', '申请发票'])
  expect(titles('/system/uaccount/attestation/AccountProfile')).toEqual(['首页', '账户', '实名认证', '账户资料'])
  expect(titles('/shorturl/create')).toEqual(['首页', '短链接', '短链管理', '创建短链'])
  for (const path of members) for (const crumb of crumbsOf(path, all)) expect(crumb.path, `${path} ${crumb.title}`).toBeTruthy()
  expect(crumbsOf('/sms/combo/purchase', ['finance.write'])[3]).toEqual({ title: '短信套餐' })
})

test('tabs are the open pages of an entry; the app stays the same', () => {
  const tabsAt = (path: string, search = '') => siblingsOf(path, search, all, {}).map(({ to, isCurrent }) => [to, isCurrent])
  expect(tabsAt('/sms/combo')).toEqual([
    ['/sms/combo', true],
    ['/shorturl/combo', false],
  ])
  expect(tabsAt('/sms/combo/purchase')).toEqual([])
  expect(tabsAt('/sms/delivery')).toEqual([])
  expect(tabsAt('/sms/app-manage', '?id=app_1')).toEqual([
    ['/sms/app-manage', true],
    ['/sms/app-config?id=app_1', false],
  ])
})

test('titles are distinct, and those of members’ pages have their pinyin for the palette', () => {
  const titles = Object.values(routes).map(route => route.title)
  expect(new Set(titles).size).toBe(titles.length)
  expect(Object.keys(pagePinyin).sort()).toEqual([...members].sort())
  for (const path of members) expect(pagePinyin[path]?.split(' '), path).toHaveLength(routes[path].title.length)
})

test('each term of the palette leads to a page', () => {
  const paths = new Set<string>(pagePaths)
  for (const { title, to, note } of glossary) {
    expect(paths.has(to?.split('?')[0] ?? ''), title).toBe(true)
    expect(note).not.toBe('')
  }
})

test('a page loads the file of its own address', () => {
  const source = readFileSync(path.join(import.meta.dirname, 'routes.tsx'), 'utf8')
  for (const address of pagePaths) expect(source).toContain(`import('.${address === '/' ? '/home' : address}/Page.tsx')`)
})
