import { setTimeout as pause } from 'node:timers/promises'

const stepMs = 5
const longestMs = 25

/**
 * Waits while items keep coming, so that they share a commit: until none came for a moment, `fullCount` are there, or
 * the time is over. A peer that waits for our answer before it sends more is not kept waiting.
 */
export async function gather(count: () => number, fullCount: number): Promise<void> {
  let before = 0
  for (let waitedMs = 0; waitedMs < longestMs && count() > before && count() < fullCount; waitedMs += stepMs) {
    before = count()
    await pause(stepMs)
  }
}
