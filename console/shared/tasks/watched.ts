import { useSyncExternalStore } from 'react'
import { recall, remember } from '#ui/remembered.ts'

/** Background work of each kind, with the id by which its call finds it. */
export type WatchedKind = 'export' | 'contacts' | 'blacklist' | 'links' | 'batch' | 'undo'
export type Watched = `${WatchedKind}:${string}`

const name = 'tasks.watched'
let watched: readonly Watched[] = recall<Watched[]>(name, sessionStorage) ?? []
const listeners = new Set<() => void>()

function set(next: readonly Watched[]): void {
  watched = next
  remember(name, next, sessionStorage)
  for (const listener of listeners) listener()
}

/** This tab shows the end of what was started in it, whatever page is open by then, also after a reload. */
export const watchTask = (kind: WatchedKind, id: string): void => set([...watched.filter(one => one !== `${kind}:${id}`), `${kind}:${id}`])
export const unwatchTask = (kind: WatchedKind, id: string): void => set(watched.filter(one => one !== `${kind}:${id}`))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useWatched = (): readonly Watched[] => useSyncExternalStore(subscribe, () => watched)
