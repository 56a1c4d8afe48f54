import { App } from 'antd'
import { Link } from 'react-router'
import { pathTo } from '../../paths.ts'
import type { BroadcastRow } from './broadcast.ts'

/** Notifies that a broadcast has ended while it was on screen. */
export function useEndNotification() {
  const { notification } = App.useApp()
  return ({ broadcastId, name }: Pick<BroadcastRow, 'broadcastId' | 'name'>) =>
    notification.success({
      placement: 'bottomRight',
      title: `“${name}”已结束`,
      description: <Link to={pathTo('/sms/broadcast-history', { id: broadcastId })}>查看报告</Link>,
    })
}
