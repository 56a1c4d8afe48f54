import { setTimeout as pause } from 'node:timers/promises'

const stepMs = 5
/** Under load transactions begin so far apart. */
const apartMs = 50
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
    const isBusy = startedAtMs < this.#beganAtMs + 2 * apartMs
    const untilMs = isBusy ? this.#beganAtMs + apartMs : startedAtMs + firstMs
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
