import {
  AlertOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BarChartOutlined,
  ContactsOutlined,
  DownloadOutlined,
  FileDoneOutlined,
  FileTextOutlined,
  GiftOutlined,
  HomeOutlined,
  LineChartOutlined,
  LinkOutlined,
  ProfileOutlined,
  ScheduleOutlined,
  SendOutlined,
  StopOutlined,
  UserOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { pathTo } from '#console/paths.ts'
import { isPage, routes } from '#console/routes.tsx'
import { parents, placeOf, type SiteEntry, siteMap } from '#console/site-map.ts'
import type { Permission } from '#contract/identity/permission.ts'
import type { PagePath } from '#contract/pages.ts'
import type { Crumb } from '#ui/frame/Crumbs.tsx'
import type { SiblingPage } from '#ui/frame/page-frame.ts'
import type { MenuGroup, MenuItem } from '#ui/frame/SideMenu.tsx'
import type { PalettePage } from '#ui/palette/Palette.tsx'
import type { Marks } from './marks.ts'

const homePath = '/system/home'
const sendPath = '/sms/broadcast'

/** By the leading page of each entry in the side menu. */
const icons: Partial<Record<PagePath, ReactNode>> = {
  '/system/home': <HomeOutlined />,
  '/sms/broadcast': <SendOutlined />,
  '/sms/broadcast-task': <ScheduleOutlined />,
  '/sms/delivery': <AuditOutlined />,
  '/sms/smsTotal': <BarChartOutlined />,
  '/sms/template': <FileTextOutlined />,
  '/sms/phonebook': <ContactsOutlined />,
  '/sms/blacklist': <StopOutlined />,
  '/shorturl/manage': <LinkOutlined />,
  '/shorturl/visitor': <LineChartOutlined />,
  '/sms/app-manage': <AppstoreOutlined />,
  '/sms/app-warning': <AlertOutlined />,
  '/sms/combo': <GiftOutlined />,
  '/system/finance/overview': <WalletOutlined />,
  '/system/finance/consume': <ProfileOutlined />,
  '/system/finance/invoice': <FileDoneOutlined />,
  '/system/uaccount/attestation': <UserOutlined />,
  '/sms/derivation': <DownloadOutlined />,
}

type Permissions = readonly Permission[]

const mayOpen = (permissions: Permissions) => (path: PagePath) => {
  const { permission } = routes[path]
  return permission === null || permissions.includes(permission)
}

const sum = (counts: readonly (number | undefined)[]) => counts.reduce<number>((all, count) => all + (count ?? 0), 0)

/** An entry for a member; none if all of its pages are closed to them. */
function itemOf(entry: SiteEntry, permissions: Permissions, marks: Marks): MenuItem[] {
  const [first] = entry.tabs
  const open = entry.tabs.filter(mayOpen(permissions))
  const [path] = open
  if (!first || !path) return []
  const below = Object.entries(parents).flatMap(([page, parent]) => (isPage(page) && open.includes(parent) ? [page] : []))
  return [{ path, title: entry.title, icon: icons[first], pages: [...open, ...below], count: sum(open.map(one => marks[one])) }]
}

/** The side menu of a member, without the main action, which stands above it. */
export const menuFor = (permissions: Permissions, marks: Marks = {}): MenuGroup[] =>
  siteMap
    .map(({ title, entries }) => ({
      title,
      items: entries.filter(entry => !entry.isInHeader && entry.tabs[0] !== sendPath).flatMap(entry => itemOf(entry, permissions, marks)),
    }))
    .filter(({ items }) => items.length > 0)

/** 群发短信, if the member may. */
export function mainItemFor(permissions: Permissions): MenuItem | null {
  const entry = placeOf(sendPath)?.entry
  return entry ? (itemOf(entry, permissions, {})[0] ?? null) : null
}

/** Every page that a member may open, for the command palette. */
export const paletteFor = (permissions: Permissions): PalettePage[] =>
  siteMap.flatMap(({ title: group, entries }) =>
    entries.flatMap(({ title, tabs }) => {
      const below = Object.keys(parents).filter(isPage)
      const pages = [...tabs, ...below.filter(page => !tabs.includes(page) && tabs.some(tab => tab === parents[page]))]
      return pages.filter(mayOpen(permissions)).map(path => ({
        path,
        title: routes[path].title,
        area: [group, title].filter(Boolean).join(' › '),
        entry: title,
      }))
    }),
  )

/** The tabs of a page's header: the pages of its entry. None for a page below another. */
export function siblingsOf(path: string, search: string, permissions: Permissions, marks: Marks): SiblingPage[] {
  const entry = isPage(path) ? placeOf(path)?.entry : undefined
  const open = entry?.tabs.filter(mayOpen(permissions)) ?? []
  if (open.length < 2 || !open.some(one => one === path)) return []
  const id = new URLSearchParams(search).get('id') ?? ''
  return open.map(one => ({
    to: one === entry?.sameId ? pathTo(one, { id }) : one,
    title: routes[one].title,
    isCurrent: one === path,
    count: marks[one] ?? 0,
  }))
}

/** The way to a page: home, group, entry, pages above it, itself. Each step links to what the member may open there. */
export function crumbsOf(path: string, permissions: Permissions): Crumb[] {
  const home = { title: '首页', path: homePath } as const
  if (!isPage(path)) return [home, { title: '页面不存在' }]
  const own = { title: routes[path].title, path }
  const place = placeOf(path)
  if (!place || path === homePath) return [own]
  const opens = mayOpen(permissions)
  const linked = (title: string, pages: readonly PagePath[]): Crumb[] => {
    const to = pages.find(opens)
    return title === '' ? [] : [to ? { title, path: to } : { title }]
  }
  const { group, entry } = place
  const above = parents[path]
  const steps = [
    ...linked(
      group.title,
      group.entries.flatMap(one => one.tabs),
    ),
    ...(entry.tabs.length > 1 || group.title === '' ? linked(entry.title, entry.tabs) : []),
    ...(above ? linked(routes[above].title, [above]) : []),
  ]
  return [home, ...steps.filter(({ title }) => title !== own.title && title !== home.title), own]
}
