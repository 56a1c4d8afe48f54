import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { hushOutages } from './outage.ts'

const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })

function startLog(isBack: () => Promise<boolean>) {
  const lines: { level: number; msg: string; hushedCount?: number }[] = []
  const logger = pino({ hooks: { logMethod: hushOutages(isBack) } }, { write: line => lines.push(JSON.parse(line)) })
  return { lines, logger, words: () => lines.map(({ msg }) => msg) }
}

test('an outage is one line at its beginning and one at its end that counts the others; unrelated lines are logged as usual', async () => {
  let isThere = false
  const { lines, logger, words } = startLog(async () => isThere)
  for (let index = 0; index < 20_000; index += 1) logger.warn({ err: away }, 'submit_sm not taken')
  logger.child({ reqId: 'req-1' }).error({ err: away }, 'database unavailable')
  logger.error({ err: new Error('x is not a function') }, 'bug')
  logger.fatal({ err: away }, 'crashed')
  logger.warn('no error at all')
  expect(words()).toEqual(['submit_sm not taken', 'bug', 'crashed', 'no error at all'])
  await pause(10)
  isThere = true
  await vi.waitFor(() => expect(lines.at(-1)).toMatchObject({ msg: 'the database answers again', hushedCount: 20_000 }), {
    timeout: 30_000,
  })
  expect(lines).toHaveLength(5)
  // The next outage has a line of its own.
  isThere = false
  logger.warn({ err: away }, 'submit_sm not taken')
  expect(words().at(-1)).toBe('submit_sm not taken')
})
