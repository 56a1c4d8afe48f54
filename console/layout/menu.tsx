import {
  AlertOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BarChartOutlined,
  BellOutlined,
  ClockCircleOutlined,
  ContactsOutlined,
  CreditCardOutlined,
  DashboardOutlined,
  DownloadOutlined,
  FileSearchOutlined,
  FileTextOutlined,
  HistoryOutlined,
  HomeOutlined,
  IdcardOutlined,
  LinkOutlined,
  PlusSquareOutlined,
  ProfileOutlined,
  SendOutlined,
  SettingOutlined,
  SolutionOutlined,
  StopOutlined,
  TagOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { pageRoute, routes } from '#console/routes.tsx'
import type { MenuGroup } from '#console/ui/AppFrame.tsx'
import type { PaletteItem } from '#console/ui/Palette.tsx'
import type { Permission } from '#contract/permission.ts'

const icons: Record<string, ReactNode> = {
  '/system/home': <HomeOutlined />,
  '/notice': <BellOutlined />,
  '/sms/home': <DashboardOutlined />,
  '/sms/broadcast': <SendOutlined />,
  '/sms/broadcast-task': <ClockCircleOutlined />,
  '/sms/broadcast-history': <HistoryOutlined />,
  '/sms/delivery': <AuditOutlined />,
  '/sms/template': <FileTextOutlined />,
  '/sms/signature': <TagOutlined />,
  '/sms/phonebook': <ContactsOutlined />,
  '/sms/blacklist': <StopOutlined />,
  '/sms/app-manage': <AppstoreOutlined />,
  '/sms/app-config': <SettingOutlined />,
  '/sms/app-warning': <AlertOutlined />,
  '/sms/smsTotal': <BarChartOutlined />,
  '/sms/derivation': <DownloadOutlined />,
  '/sms/combo': <CreditCardOutlined />,
  '/shorturl/create': <PlusSquareOutlined />,
  '/shorturl/manage': <LinkOutlined />,
  '/shorturl/visitor': <BarChartOutlined />,
  '/shorturl/combo': <CreditCardOutlined />,
  '/system/finance/recharge': <WalletOutlined />,
  '/system/finance/transaction': <ProfileOutlined />,
  '/system/uaccount/attestation': <IdcardOutlined />,
  '/system/uaccount/attestation/AccountProfile': <SolutionOutlined />,
  '/system/uaccount/derivation': <DownloadOutlined />,
  '/system/uaccount/ulog': <FileSearchOutlined />,
}

/** The menu that a member sees: what they may open, by area, in the order of the route table. */
export function menuFor(permissions: readonly Permission[]): MenuGroup[] {
  const groups: MenuGroup[] = []
  for (const [path, route] of Object.entries(routes)) {
    if (!route.inMenu || (route.permission && !permissions.includes(route.permission))) continue
    const title = route.area === '总览' ? '' : route.area
    const known = groups.find(one => one.title === title)
    const group = known ?? { title, items: [] }
    if (!known) groups.push(group)
    group.items.push({ path, title: route.title, icon: icons[path] ?? <FileTextOutlined /> })
  }
  return groups
}

/** The same pages for the palette. */
export const paletteFor = (permissions: readonly Permission[]): PaletteItem[] =>
  menuFor(permissions).flatMap(group =>
    group.items.map(({ path, title }) => ({ path, title, area: group.title, initials: pageRoute(path)?.initials ?? '' })),
  )
