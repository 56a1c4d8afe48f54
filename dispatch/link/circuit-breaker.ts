/** `closed`: it sends. `open`: it sends nothing. `half_open`: it sends one message as a probe. */
export type BreakerState = 'closed' | 'open' | 'half_open'

/**
 * Submits wait and none was answered for this long: well beyond the answer time of a busy carrier, and before the first
 * of them times out.
 */
const silenceMs = 10_000
/** Window in which messages in doubt are counted. */
const doubtSpanMs = 60_000
const fewestDoubts = 20
/** Refusals of the channel's settings in a row: none of the messages is at fault. */
const mostMisconfigured = 20
const firstPauseMs = 10_000
const longestPauseMs = 300_000
/** A link that stays closed for this long starts again with the first pause. */
const steadyMs = 120_000

/**
 * Circuit breaker: stops a link from sending when nothing comes of what it sends. It opens after two windows of
 * messages in doubt within a minute (the link keeps breaking, or answers time out), when no submit is answered, or when
 * the carrier refuses the channel's settings many times in a row.
 * After a pause, which doubles, one message probes the link. The link stays bound, so that reports still arrive.
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
  #misconfiguredCount = 0

  constructor(windowSize: number, onChange: () => void) {
    this.#doubtLimit = Math.max(fewestDoubts, 2 * windowSize)
    this.#onChange = onChange
  }

  get state(): BreakerState {
    return this.#state
  }

  /** Why it is not closed, as text for staff. */
  get reason(): string | null {
    return this.#reason
  }

  sent(nowMs: number): void {
    this.#waitingSinceMs ??= nowMs
  }

  /** A submit was answered, whatever the answer. `openCount`: submits that are still unanswered. */
  answered(nowMs: number, openCount: number): void {
    this.#waitingSinceMs = openCount > 0 ? nowMs : null
    this.#misconfiguredCount = 0
    if (this.#state === 'half_open' || (this.#state === 'open' && this.#isSilence)) this.#close(nowMs)
  }

  /** A submit was refused for the channel's settings or account, not for the message; `isLogin`: every one would be. */
  misconfigured(nowMs: number, { code, isLogin = false }: { code: string; isLogin?: boolean }, openCount: number): void {
    this.#waitingSinceMs = openCount > 0 ? nowMs : null
    this.#misconfiguredCount += 1
    const isTooOften = this.#state === 'closed' && (isLogin || this.#misconfiguredCount >= mostMisconfigured)
    if (isTooOften || this.#state === 'half_open')
      this.#open(
        nowMs,
        isLogin ? `上游不接受账号或密码（${code}）` : `运营商连续拒绝${this.#misconfiguredCount}条，原因是通道的设置或账户（${code}）`,
      )
  }

  /** A submit stays unanswered: its link broke, or it timed out. */
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

  /** To be called periodically: the passing of time alone may change the state. */
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
