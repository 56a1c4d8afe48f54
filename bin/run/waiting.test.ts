import { afterEach, expect, test, vi } from 'vitest'
import { logWaiting } from './waiting.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a start says what it waits for after a moment, then every ten seconds until it is there', async () => {
  vi.useFakeTimers()
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const { promise, resolve } = Promise.withResolvers<string>()
  const waiting = logWaiting('升级数据库结构', promise)
  await vi.advanceTimersByTimeAsync(2_999)
  expect(log).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20_001)
  expect(log.mock.calls.flat()).toEqual([3, 13, 23].map(seconds => `正在升级数据库结构……（已等待${seconds}秒）`))
  resolve('done')
  expect(await waiting).toBe('done')
  expect(vi.getTimerCount()).toBe(0)
  await expect(logWaiting('启动程序 http', Promise.reject(new Error('port')))).rejects.toThrow('port')
  expect(vi.getTimerCount()).toBe(0)
})
