import { setTimeout as pause } from 'node:timers/promises'
import type { LoggerOptions } from 'pino'
import { isUnavailable } from '#db/unavailable.ts'

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

/** An outage is over when the database answers and nothing has failed for this long. */
const calmMs = 3_000
const fatal = 60

/**
 * Limits logging during an outage of the database to the first line and one at its end, which counts those between:
 * otherwise every request, session and loop would log, thousands of lines a minute. `isBack` checks whether the
 * database answers.
 */
export function hushOutages(isBack: () => Promise<boolean>): LogMethod {
  let beganAtMs: number | null = null
  let failedAtMs = 0
  let hushedCount = 0
  const untilOver = async () => {
    do await pause(calmMs)
    while (performance.now() - failedAtMs < calmMs || !(await isBack()))
  }
  return function (args, method, level) {
    const error = (args[0] as { err?: unknown } | undefined)?.err
    if (level >= fatal || !isUnavailable(error)) return method.apply(this, args)
    failedAtMs = performance.now()
    if (beganAtMs !== null) {
      hushedCount += 1
      return
    }
    beganAtMs = failedAtMs
    method.apply(this, args)
    void untilOver().then(() => {
      this.warn({ hushedCount, elapsedMs: Math.round(performance.now() - beganAtMs!) }, 'the database answers again')
      beganAtMs = null
      hushedCount = 0
    })
  }
}
