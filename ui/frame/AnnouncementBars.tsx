import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useIntervalWhile } from '#ui/interval.ts'
import { newerBuild } from './chunk.ts'
import { useServerAway } from './server-away.ts'

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)

/** Shown while the network or the server is unavailable; it disappears by itself, and failed queries are repeated. */
export function OfflineBar() {
  const isOnline = useOnline()
  const client = useQueryClient()
  const askAnew = useCallback(() => void client.invalidateQueries({ predicate: query => query.state.status === 'error' }), [client])
  const isAway = useServerAway(askAnew)
  useEffect(() => {
    if (isOnline) askAnew()
  }, [isOnline, askAnew])
  if (isOnline && !isAway) return null
  const what = isOnline ? '暂时连不上服务器' : '网络已断开'
  return <Alert banner type="warning" title={`${what}，显示的内容可能不是最新的；恢复后会自动更新。`} />
}

const pollMs = 5 * 60_000

/** Shown after a new deploy: the user chooses when to reload, so that no input is lost. */
export function NewVersionBar() {
  const [isNewer, setNewer] = useState(false)
  useIntervalWhile(!isNewer && import.meta.env.PROD, async () => setNewer((await newerBuild()) !== null), pollMs)
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
