import { type ReactNode, useMemo } from 'react'
import { useLocation } from 'react-router'
import { pageRoute } from '#console/routes.tsx'
import { type Me, meCall } from '#console/session.ts'
import { WatchedTasks } from '#console/shared/tasks/WatchedTasks.tsx'
import { isViewedList, listViewCalls } from '#contract/account/list-view.ts'
import { permissionNames } from '#contract/identity/permission.ts'
import { ExactAmounts } from '#ui/display/Money.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { NewVersionBar, OfflineBar } from '#ui/frame/AnnouncementBars.tsx'
import { AppFrame } from '#ui/frame/AppFrame.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { KeptColumns } from '#ui/list/KeptColumns.tsx'
import { type ListViewSource, ListViewSourceContext } from '#ui/list/list-view.ts'
import { UndoToast } from '#ui/overlay/UndoToast.tsx'
import { Palette } from '#ui/palette/Palette.tsx'
import { AntdProvider } from '#ui/theme/AntdProvider.tsx'
import { HeaderTools } from './HeaderTools.tsx'
import { helpFor } from './help.tsx'
import { MustRead } from './MustRead.tsx'
import { useMarks } from './marks.ts'
import { crumbsOf, mainItemFor, menuFor, paletteFor, siblingsOf } from './menu.tsx'
import { pageKeys } from './page-keys.ts'
import { SessionEnded } from './SessionEnded.tsx'
import { ReadOnlyBar, StepUp } from './StepUp.tsx'

/** Amounts of one of them add up. */
const financePages = '/system/finance/'

const listViews: ListViewSource = {
  calls: listViewCalls,
  has: isViewedList,
  words: { share: '共享给成员', shareLong: '共享给账户的成员', example: '本周失败的验证码' },
}

/**
 * The console's frame around a member's page, in antd's provider. One chunk, loaded with the first page that needs it.
 */
export function SignedInLayout({ me, children }: { me: Me; children: ReactNode }) {
  const { pathname, search } = useLocation()
  const route = pageRoute(pathname)
  const isFull = route?.hasFullView === true && new URLSearchParams(search).get('view') === 'full'
  const isAllowed = !route?.permission || me.permissions.includes(route.permission)
  const { permissions } = me
  const marks = useMarks()
  const siblings = useMemo(() => siblingsOf(pathname, search, permissions, marks), [pathname, search, permissions, marks])
  const page = pathname.startsWith(financePages) ? <ExactAmounts>{children}</ExactAmounts> : children
  const content = isAllowed ? (
    <ListViewSourceContext value={listViews}>
      <KeptColumns calls={listViewCalls} columns={me.listColumns} answer={meCall} isReadOnly={me.staffName !== null}>
        {page}
      </KeptColumns>
    </ListViewSourceContext>
  ) : (
    <Forbidden title={route?.title ?? ''} name={route?.permission ? permissionNames[route.permission] : ''} />
  )
  return (
    <AntdProvider>
      {isFull ? (
        <main id="main" tabIndex={-1}>
          {content}
        </main>
      ) : (
        <AppFrame
          home="/system/home"
          owner={me.account.attestedName ?? me.account.name}
          menu={menuFor(permissions, marks)}
          main={mainItemFor(permissions)}
          crumbs={crumbsOf(pathname, permissions)}
          siblings={siblings}
          searchText="搜索页面、号码、任务…"
          tools={<HeaderTools me={me} marks={marks} help={helpFor(pathname, permissions)} />}
          bars={
            <>
              <ReadOnlyBar me={me} />
              <OfflineBar />
              <NewVersionBar />
            </>
          }
        >
          {content}
        </AppFrame>
      )}
      <Palette
        pages={paletteFor(permissions)}
        person={me.staffName === null ? me.member.memberId : ''}
        keys={pageKeys}
        load={() => import('./Finder.tsx')}
      />
      <WatchedTasks />
      <UndoToast />
      {me.staffName === null ? <MustRead /> : null}
      <StepUp />
      <SessionEnded me={me} />
    </AntdProvider>
  )
}

const Forbidden = ({ title, name }: { title: string; name: string }) => (
  <>
    <PageHead title={title} />
    <ErrorPanel
      error={{ status: 403, message: `打开这个页面需要“${name}”的权限，请联系账户的所有者或管理员开通。` }}
      action={<LinkButton to="/system/home">返回首页</LinkButton>}
    />
  </>
)
