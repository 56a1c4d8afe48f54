import { useSyncExternalStore } from 'react'
import type { OneTimeSecret } from './apps.ts'

/** Secrets shown on this page since it was loaded, for the samples; never stored, gone with the page. */
const secrets = new Map<string, string>()
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function showSecret({ accessKeyId, accessKeySecret }: OneTimeSecret): void {
  secrets.set(accessKeyId, accessKeySecret)
  for (const listener of listeners) listener()
}

/** The secret of a key, if this page has shown it. */
export const useOneTimeSecret = (accessKeyId: string): string | null =>
  useSyncExternalStore(subscribe, () => secrets.get(accessKeyId) ?? null)
