import { useSyncExternalStore } from 'react'

let watched: readonly string[] = []
const listeners = new Set<() => void>()

function set(next: readonly string[]): void {
  watched = next
  for (const listener of listeners) listener()
}

/** This tab shows the end of the export, whatever page is open by then. */
export const watchExport = (exportId: string): void => set([...watched.filter(one => one !== exportId), exportId])
export const unwatchExport = (exportId: string): void => set(watched.filter(one => one !== exportId))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useWatched = (): readonly string[] => useSyncExternalStore(subscribe, () => watched)
