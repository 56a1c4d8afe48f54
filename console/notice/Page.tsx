import { Navigate } from 'react-router'
import { useUrlState } from '#ui/url-state.ts'
import { decodeId } from '#values/id.ts'
import { AnnouncementList } from './AnnouncementList.tsx'
import { MessageList } from './MessageList.tsx'

/** 公告与消息: announcements to everybody, and notifications to this account. The id of a message opens its tab. */
export function Page() {
  const [{ tab, id }] = useUrlState({ tab: '', id: '' })
  if (tab !== 'messages' && decodeId('notification', id)) return <Navigate replace to={{ search: `?tab=messages&id=${id}` }} />
  return tab === 'messages' ? <MessageList /> : <AnnouncementList />
}
