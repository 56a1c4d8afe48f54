import { useSyncExternalStore } from 'react'

/** Whether the tab is looked at. One in the background holds no stream: browsers have few connections to one server. */
export const useVisible = (): boolean =>
  useSyncExternalStore(
    listener => {
      document.addEventListener('visibilitychange', listener)
      return () => document.removeEventListener('visibilitychange', listener)
    },
    () => document.visibilityState === 'visible',
  )
