import { useSyncExternalStore } from 'react'

/** An act that was just done, or is about to be, and can be taken back for a few seconds. */
export interface UndoOffer {
  text: string
  onUndo: () => void
  /** Called when it was not taken back in time, or another offer takes its place. */
  onEnd?: () => void
}

let offered: UndoOffer | null = null
const listeners = new Set<() => void>()

function show(next: UndoOffer | null): void {
  offered = next
  for (const listener of listeners) listener()
}

/** Offers to undo an act; only the last one is offered. */
export function offerUndo(offer: UndoOffer): void {
  endOffer()
  show(offer)
}

/** Ends the offer, if it is still this one. */
export function endOffer(offer = offered): void {
  if (!offer || offered !== offer) return
  show(null)
  offer.onEnd?.()
}

/** Takes the offer: undoes the act. */
export function takeOffer(): void {
  const offer = offered
  if (!offer) return
  show(null)
  offer.onUndo()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useUndoOffer = (): UndoOffer | null => useSyncExternalStore(subscribe, () => offered)
