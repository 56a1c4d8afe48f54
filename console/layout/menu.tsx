import {
  AlertOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BankOutlined,
  BarChartOutlined,
  BellOutlined,
  CalendarOutlined,
  ClockCircleOutlined,
  ContactsOutlined,
  CreditCardOutlined,
  DashboardOutlined,
  DownloadOutlined,
  ExportOutlined,
  FileAddOutlined,
  FileDoneOutlined,
  FileSearchOutlined,
  FileTextOutlined,
  FundOutlined,
  GiftOutlined,
  HistoryOutlined,
  HomeOutlined,
  IdcardOutlined,
  LineChartOutlined,
  LinkOutlined,
  MailOutlined,
  PieChartOutlined,
  PlusSquareOutlined,
  ProfileOutlined,
  SendOutlined,
  SettingOutlined,
  ShoppingCartOutlined,
  SolutionOutlined,
  StopOutlined,
  TagOutlined,
  UnorderedListOutlined,
  UserOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { pageRoute, routes } from '#console/routes.tsx'
import type { Permission } from '#contract/identity/permission.ts'
import type { MenuGroup } from '#ui/AppFrame.tsx'
import type { PaletteItem } from '#ui/Palette.tsx'

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
  '/shorturl/visitor': <LineChartOutlined />,
  '/shorturl/combo': <GiftOutlined />,
  '/system/finance/overview': <FundOutlined />,
  '/system/finance/recharge': <WalletOutlined />,
  '/system/finance/consume': <PieChartOutlined />,
  '/system/finance/order': <ShoppingCartOutlined />,
  '/system/finance/transaction': <ProfileOutlined />,
  '/system/finance/bill/overview': <CalendarOutlined />,
  '/system/finance/bill/detail': <UnorderedListOutlined />,
  '/system/finance/invoice': <FileDoneOutlined />,
  '/system/finance/invoice/create': <FileAddOutlined />,
  '/system/finance/invoice/content': <BankOutlined />,
  '/system/finance/invoice/express': <MailOutlined />,
  '/system/uaccount/attestation': <IdcardOutlined />,
  '/system/uaccount/attestation/AccountProfile': <SolutionOutlined />,
  '/system/uaccount/derivation': <ExportOutlined />,
  '/system/uaccount/userinfo': <UserOutlined />,
  '/system/uaccount/ulog': <FileSearchOutlined />,
}

/** The menu for a member: permitted pages, by area, in the order of the route table. */
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

/** The same pages for the command palette. */
export const paletteFor = (permissions: readonly Permission[]): PaletteItem[] =>
  menuFor(permissions).flatMap(group =>
    group.items.map(({ path, title }) => ({ path, title, area: group.title, initials: pageRoute(path)?.initials ?? '' })),
  )
