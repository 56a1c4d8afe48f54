import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { newerBuild } from './chunk.ts'
import { useIntervalWhile } from './interval.ts'

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)

/** While the network is away; it goes by itself and the lists are asked anew. */
export function OfflineBar() {
  const isOnline = useOnline()
  const client = useQueryClient()
  useEffect(() => {
    if (isOnline) void client.invalidateQueries({ predicate: query => query.state.status === 'error' })
  }, [isOnline, client])
  return isOnline ? null : <Alert banner type="warning" title="网络已断开，显示的内容可能不是最新的；恢复后会自动更新。" />
}

const lookEveryMs = 5 * 60_000

/** After a new deploy: a person chooses when to load it, so that nothing typed is lost. */
export function NewVersionBar() {
  const [isNewer, setNewer] = useState(false)
  useIntervalWhile(!isNewer && import.meta.env.PROD, async () => setNewer((await newerBuild()) !== null), lookEveryMs)
  if (!isNewer) return null
  return (
    <Alert
      banner
      type="info"
      title="控制台已更新，刷新后使用新版本。"
      action={
        <Button size="small" onClick={() => location.reload()}>
          刷新
        </Button>
      }
    />
  )
}
