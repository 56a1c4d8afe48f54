import { setTimeout as pause } from 'node:timers/promises'

const stepMs = 5
/**
 * Under load batches begin so far apart: twice the time from the last one's begin to its end, or to what came next, since
 * many accounts share one.
 */
const apartMs = { least: 50, most: 250 }
/** Longest wait of the first batch after a while. */
const firstMs = 25
/** No more is coming when nothing came for this long: at first, and under load, where items come in bursts. */
const quietMs = { first: 5, busy: 20 }

/** Lets items that keep coming share a transaction. */
export class Gathering {
  #beganAtMs = Number.NEGATIVE_INFINITY

  /**
   * Waits while items keep coming, until `fullCount` are there or the time is over. Returns whether it ended since none
   * came: a peer may wait for our answers before it sends more.
   */
  async wait(count: () => number, fullCount: number): Promise<boolean> {
    const startedAtMs = performance.now()
    const sinceMs = startedAtMs - this.#beganAtMs
    const isBusy = sinceMs < 2 * apartMs.most
    const untilMs = isBusy ? this.#beganAtMs + Math.min(apartMs.most, Math.max(apartMs.least, 2 * sinceMs)) : startedAtMs + firstMs
    const quiet = isBusy ? quietMs.busy : quietMs.first
    let before = count()
    let [nowMs, grewAtMs] = [startedAtMs, startedAtMs]
    while (count() < fullCount && nowMs < untilMs && nowMs < grewAtMs + quiet) {
      await pause(stepMs)
      nowMs = performance.now()
      if (count() > before) grewAtMs = nowMs
      before = count()
    }
    this.#beganAtMs = nowMs
    return nowMs >= grewAtMs + quiet
  }
}
