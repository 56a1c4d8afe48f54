import { Navigate } from 'react-router'
import { useUrlState } from '#ui/url-state.ts'
import { decodeId } from '#values/id.ts'
import { MessageList } from './MessageList.tsx'
import { NoticeList } from './NoticeList.tsx'

/** 公告与消息: what the platform tells everybody, and what it tells this account. The id of a message leads to its tab. */
export function Page() {
  const [{ tab, id }] = useUrlState({ tab: '', id: '' })
  if (tab !== 'messages' && decodeId('notification', id)) return <Navigate replace to={{ search: `?tab=messages&id=${id}` }} />
  return tab === 'messages' ? <MessageList /> : <NoticeList />
}
