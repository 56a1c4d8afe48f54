/** `closed`: it sends. `open`: it sends nothing. `half_open`: one message is let through, to try. */
export type BreakerState = 'closed' | 'open' | 'half_open'

/** Submits wait and none was answered for so long: well beyond what a busy carrier takes, and before the first of them is in doubt. */
const silenceMs = 10_000
/** Span in which messages in doubt are counted. */
const doubtSpanMs = 60_000
const fewestDoubts = 20
const firstPauseMs = 10_000
const longestPauseMs = 300_000
/** A link that held so long after it was closed begins with the first pause again. */
const steadyMs = 120_000

/**
 * Stops a link from sending when what it sends comes to nothing known: two windows of messages in doubt within a minute (the link breaks again and again, or
 * answers run out of time), or submits that nothing answers. After a pause, which doubles, one message tries it. The link stays bound: reports come by it.
 */
export class CircuitBreaker {
  readonly #doubtLimit: number
  readonly #onChange: () => void
  #state: BreakerState = 'closed'
  #reason: string | null = null
  #isSilence = false
  #pauseMs = firstPauseMs
  #retryAtMs = 0
  #closedAtMs = Number.NEGATIVE_INFINITY
  #doubtCount = 0
  #doubtsSinceMs = Number.NEGATIVE_INFINITY
  #waitingSinceMs: number | null = null

  constructor(windowSize: number, onChange: () => void) {
    this.#doubtLimit = Math.max(fewestDoubts, 2 * windowSize)
    this.#onChange = onChange
  }

  get state(): BreakerState {
    return this.#state
  }

  /** Why it is not closed, in words for staff. */
  get reason(): string | null {
    return this.#reason
  }

  sent(nowMs: number): void {
    this.#waitingSinceMs ??= nowMs
  }

  /** A submit was answered, whatever the answer. `openCount`: those that still wait. */
  answered(nowMs: number, openCount: number): void {
    this.#waitingSinceMs = openCount > 0 ? nowMs : null
    if (this.#state === 'half_open' || (this.#state === 'open' && this.#isSilence)) this.#close(nowMs)
  }

  /** A submit has no answer: its link broke, or its time ran out. */
  inDoubt(nowMs: number, openCount: number): void {
    if (openCount === 0) this.#waitingSinceMs = null
    if (nowMs - this.#doubtsSinceMs > doubtSpanMs) {
      this.#doubtsSinceMs = nowMs
      this.#doubtCount = 0
    }
    this.#doubtCount += 1
    if (this.#state === 'half_open') this.#open(nowMs, this.#reason!)
    else if (this.#state === 'closed' && this.#doubtCount >= this.#doubtLimit)
      this.#open(nowMs, `1分钟内有${this.#doubtCount}条提交没有得到应答`)
  }

  /** To be called again and again: time alone may change it. */
  watch(nowMs: number): void {
    if (this.#state === 'closed' && this.#waitingSinceMs !== null && nowMs - this.#waitingSinceMs >= silenceMs) {
      this.#isSilence = true
      this.#open(nowMs, `${silenceMs / 1000}秒没有应答任何提交`)
    } else if (this.#state === 'open' && nowMs >= this.#retryAtMs) this.#turn('half_open')
  }

  #open(nowMs: number, reason: string): void {
    if (this.#state === 'half_open') this.#pauseMs = Math.min(longestPauseMs, 2 * this.#pauseMs)
    else this.#pauseMs = nowMs - this.#closedAtMs > steadyMs ? firstPauseMs : Math.min(longestPauseMs, 2 * this.#pauseMs)
    this.#retryAtMs = nowMs + this.#pauseMs
    this.#reason = reason
    this.#turn('open')
  }

  #close(nowMs: number): void {
    this.#closedAtMs = nowMs
    this.#doubtsSinceMs = Number.NEGATIVE_INFINITY
    this.#reason = null
    this.#isSilence = false
    this.#turn('closed')
  }

  #turn(state: BreakerState): void {
    this.#state = state
    this.#onChange()
  }
}
