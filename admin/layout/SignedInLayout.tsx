import {
  ApiOutlined,
  AuditOutlined,
  BankOutlined,
  BarChartOutlined,
  BarcodeOutlined,
  BellOutlined,
  BranchesOutlined,
  CheckCircleOutlined,
  ControlOutlined,
  DashboardOutlined,
  DiffOutlined,
  ExportOutlined,
  FileDoneOutlined,
  FileProtectOutlined,
  FileSearchOutlined,
  FileTextOutlined,
  FlagOutlined,
  GlobalOutlined,
  HomeOutlined,
  IdcardOutlined,
  LinkOutlined,
  MessageOutlined,
  MinusCircleOutlined,
  MobileOutlined,
  NotificationOutlined,
  NumberOutlined,
  PayCircleOutlined,
  PercentageOutlined,
  ProfileOutlined,
  RollbackOutlined,
  SafetyCertificateOutlined,
  SecurityScanOutlined,
  ShoppingOutlined,
  SolutionOutlined,
  StopOutlined,
  TeamOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { routeOf, routes } from '#admin/routes.tsx'
import { type Me, meCall } from '#admin/session.ts'
import { reviewKeyWords, useReviewKeys } from '#admin/ui/review-keys.ts'
import { staffPermissionNames } from '#contract/identity/permission.ts'
import { adminListViewCalls, staffLists } from '#contract/staff/admin-list-view.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { NewVersionBar, OfflineBar } from '#ui/frame/AnnouncementBars.tsx'
import { AppFrame } from '#ui/frame/AppFrame.tsx'
import type { Crumb } from '#ui/frame/Crumbs.tsx'
import { Help } from '#ui/frame/Help.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { type PageKey, pageKeyWords } from '#ui/frame/page-keys.ts'
import type { MenuGroup, MenuItem } from '#ui/frame/SideMenu.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { KeptColumns } from '#ui/list/KeptColumns.tsx'
import { type ListViewSource, ListViewSourceContext } from '#ui/list/list-view.ts'
import { UndoToast } from '#ui/overlay/UndoToast.tsx'
import { Palette } from '#ui/palette/Palette.tsx'
import { AntdProvider } from '#ui/theme/AntdProvider.tsx'
import { SessionEnded } from './SessionEnded.tsx'
import { StaffMenu } from './StaffMenu.tsx'

/** The menu by area; each page with its icon. */
const areas: readonly { title: string; icons: Record<string, ReactNode> }[] = [
  { title: '', icons: { '/': <HomeOutlined /> } },
  {
    title: '审核',
    icons: {
      '/reviews': <AuditOutlined />,
      '/attestations': <IdcardOutlined />,
      '/sender-registration': <FileProtectOutlined />,
      '/words': <StopOutlined />,
    },
  },
  {
    title: '短链接',
    icons: {
      '/link-reviews': <SafetyCertificateOutlined />,
      '/links': <LinkOutlined />,
      '/link-reports': <FlagOutlined />,
      '/domains': <GlobalOutlined />,
    },
  },
  {
    title: '客户',
    icons: {
      '/customers': <TeamOutlined />,
      '/messages': <MessageOutlined />,
      '/phone-changes': <MobileOutlined />,
      '/personal-data': <SecurityScanOutlined />,
      '/blacklist': <MinusCircleOutlined />,
    },
  },
  {
    title: '财务',
    icons: {
      '/orders': <ProfileOutlined />,
      '/refunds': <RollbackOutlined />,
      '/bank': <BankOutlined />,
      '/withdrawals': <ExportOutlined />,
      '/recharges': <PayCircleOutlined />,
      '/reconciliation': <DiffOutlined />,
      '/approvals': <SolutionOutlined />,
      '/ledger-health': <CheckCircleOutlined />,
      '/invoices': <FileTextOutlined />,
      '/invoice-titles': <FileDoneOutlined />,
      '/invoice-settings': <PercentageOutlined />,
      '/packages': <ShoppingOutlined />,
    },
  },
  {
    title: '通道',
    icons: {
      '/channels': <ApiOutlined />,
      '/routes': <BranchesOutlined />,
      '/segments': <NumberOutlined />,
      '/codes': <BarcodeOutlined />,
    },
  },
  {
    title: '平台',
    icons: {
      '/system-status': <DashboardOutlined />,
      '/settings': <ControlOutlined />,
      '/statistics': <BarChartOutlined />,
      '/staff': <IdcardOutlined />,
      '/account': <UserOutlined />,
      '/announcements': <NotificationOutlined />,
      '/on-call': <BellOutlined />,
      '/activity': <FileSearchOutlined />,
    },
  },
]

/** Keys of the most used pages, after G. */
const pageKeys: readonly PageKey[] = [
  { letter: 'h', path: '/' },
  { letter: 'r', path: '/reviews' },
  { letter: 'a', path: '/attestations' },
  { letter: 'c', path: '/customers' },
  { letter: 'm', path: '/messages' },
  { letter: 'l', path: '/links' },
  { letter: 'o', path: '/orders' },
  { letter: 'i', path: '/invoices' },
  { letter: 'f', path: '/approvals' },
  { letter: 'd', path: '/channels' },
  { letter: 's', path: '/statistics' },
]

const listViews: ListViewSource = {
  calls: adminListViewCalls,
  has: list => Object.hasOwn(staffLists, list),
  words: { share: '共享给同事', shareLong: '共享给全体同事', example: '等了两天的专票' },
}

/** The pages that a person may open. */
const menuFor = (me: Me): MenuGroup[] =>
  areas
    .map(({ title, icons }) => ({ title, items: Object.entries(icons).flatMap(([path, icon]) => itemFor(me, path, icon)) }))
    .filter(({ items }) => items.length > 0)

function itemFor(me: Me, path: string, icon: ReactNode): MenuItem[] {
  const route = routeOf(path)
  if (!route || (route.permission !== null && !me.permissions.includes(route.permission))) return []
  return [{ path, title: route.title, icon }]
}

/** The back office's frame around a page, in antd's provider. */
export function SignedInLayout({ me, children }: { me: Me; children: ReactNode }) {
  const { pathname } = useLocation()
  const { title, permission } = routeOf(pathname) ?? { title: '页面不存在', permission: null }
  const menu = menuFor(me)
  const pages = menu.flatMap(area => area.items.map(({ path, title }) => ({ path, title, area: area.title })))
  useReviewKeys()
  return (
    <AntdProvider>
      <AppFrame
        home="/"
        name="运营后台"
        owner={`鸿雁运营后台 · ${me.staff.name}`}
        menu={menu}
        crumbs={crumbsOf(pathname, menu)}
        searchText="搜索客户、号码、订单…"
        tools={
          <>
            <Help title={title} keys={[...reviewKeyWords(pathname), ...pageKeyWords(pageKeys, pages)]} />
            <StaffMenu me={me} />
          </>
        }
        bars={
          <>
            <OfflineBar />
            <NewVersionBar />
          </>
        }
      >
        {me.owes !== null && pathname !== '/account' ? (
          <Navigate to="/account" replace />
        ) : permission === null || me.permissions.includes(permission) ? (
          <ListViewSourceContext value={listViews}>
            <KeptColumns calls={adminListViewCalls} columns={me.listColumns} answer={meCall}>
              {children}
            </KeptColumns>
          </ListViewSourceContext>
        ) : (
          <Forbidden title={title} name={staffPermissionNames[permission]} />
        )}
      </AppFrame>
      <Palette pages={pages} person={me.staff.staffId} keys={pageKeys} load={() => import('./Finder.tsx')} />
      <UndoToast />
      <SessionEnded me={me} />
    </AntdProvider>
  )
}

const Forbidden = ({ title, name }: { title: string; name: string }) => (
  <>
    <PageHead title={title} />
    <ErrorPanel
      error={{ status: 403, message: `打开这个页面需要“${name}”的权限，请联系平台管理员。` }}
      action={<LinkButton to="/">返回首页</LinkButton>}
    />
  </>
)

/** The way to a page: its group, with a link to the group's first page, and itself. */
function crumbsOf(pathname: string, menu: readonly MenuGroup[]): Crumb[] {
  const home = { title: routes['/'].title, path: '/' }
  const route = routeOf(pathname)
  if (!route) return [home, { title: '页面不存在' }]
  const group = menu.find(({ items }) => items.some(({ path }) => path === pathname))
  const first = group?.items[0]
  return [
    ...(group && first && group.title !== '' ? [{ title: group.title, path: first.path }] : []),
    { title: route.title, path: pathname },
  ]
}
