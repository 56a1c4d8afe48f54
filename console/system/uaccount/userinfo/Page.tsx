import { Suspense, useEffect, useRef } from 'react'
import { routes } from '#console/routes.tsx'
import { profileCalls } from '#contract/account/profile.ts'
import { useCall } from '#ui/call.ts'
import { Tabs } from '#ui/display/Tabs.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useMay } from '../../../session.ts'
import { ProfileTab } from './ProfileTab.tsx'

const SecurityTab = lazyPart('SecurityTab', () => import('./SecurityTab.tsx'))
const DevicesTab = lazyPart('DevicesTab', () => import('./DevicesTab.tsx'))
const MembersTab = lazyPart('MembersTab', () => import('./MembersTab.tsx'))
const PreferencesTab = lazyPart('PreferencesTab', () => import('./PreferencesTab.tsx'))
const ClosingTab = lazyPart('ClosingTab', () => import('./ClosingTab.tsx'))

/** 用户信息: profile, sign-in and sessions, members, and closing the account. */
export function Page() {
  const [{ tab }, change] = useUrlState({ tab: '' })
  const profile = useCall(profileCalls.one, {})
  const tabs = useTabs()
  useEmailLink()
  const shown = tabs.some(({ key }) => key === tab) ? tab : ''
  return (
    <>
      <PageHead title="用户信息" note={routes['/system/uaccount/userinfo'].note} />
      <Tabs isPage label="用户信息" tabs={tabs} current={shown} onChoose={tab => change({ tab })} />
      {profile.error && !profile.data ? (
        <ErrorPanel error={profile.error} onRetry={() => void profile.refetch()} title="用户信息没能加载" />
      ) : null}
      {profile.data ? (
        <Suspense fallback={<PageSkeleton />}>
          {shown === '' ? <ProfileTab profile={profile.data} /> : null}
          {shown === 'security' ? <SecurityTab profile={profile.data} /> : null}
          {shown === 'devices' ? <DevicesTab profile={profile.data} /> : null}
          {shown === 'members' ? <MembersTab /> : null}
          {shown === 'preferences' ? <PreferencesTab profile={profile.data} /> : null}
          {shown === 'closing' ? <ClosingTab /> : null}
        </Suspense>
      ) : profile.isPending ? (
        <PageSkeleton />
      ) : null}
    </>
  )
}

function useTabs(): { key: string; label: string }[] {
  const mayReadMembers = useMay('member.read')
  const mayClose = useMay('account.close')
  return [
    { key: '', label: '基本信息' },
    { key: 'security', label: '登录与安全' },
    { key: 'devices', label: '登录设备' },
    ...(mayReadMembers ? [{ key: 'members', label: '成员与角色' }] : []),
    { key: 'preferences', label: '偏好设置' },
    ...(mayClose ? [{ key: 'closing', label: '注销账户' }] : []),
  ]
}

/** The link in a verification mail opens this page; its token is used once and removed from the address. */
function useEmailLink(): void {
  const [{ email }, change] = useUrlState({ email: '' })
  const taken = useRef('')
  const confirm = useMessageAct(profileCalls.confirmEmail, { invalidates: [profileCalls.one], done: answer => `邮箱${answer.email}已验证` })
  useEffect(() => {
    if (email === '' || taken.current === email) return
    taken.current = email
    change({ email: '' }, { replace: true })
    confirm.mutate({ token: email })
  }, [email, change, confirm])
}
