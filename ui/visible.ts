import { useSyncExternalStore } from 'react'

/** Whether the tab is visible. A hidden one keeps no stream open: browsers limit connections to one server. */
export const useVisible = (): boolean =>
  useSyncExternalStore(
    listener => {
      document.addEventListener('visibilitychange', listener)
      return () => document.removeEventListener('visibilitychange', listener)
    },
    () => document.visibilityState === 'visible',
  )
