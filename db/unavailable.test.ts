import net from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { isUnavailable } from './unavailable.ts'

const serverError = (code: string) => Object.assign(new pg.DatabaseError(`error ${code}`, 0, 'error'), { code })

test('a full disk, a standby after a failover and a starting or stopping server, a timeout are unavailable; a violated constraint is not', () => {
  for (const code of ['53100', '53200', '53300', '25006', '57P01', '57P02', '57P03', '57P05', '57014', '55P03', '08006'])
    expect(isUnavailable(serverError(code)), code).toBe(true)
  for (const code of ['23505', '42P01', '22P02', '40001']) expect(isUnavailable(serverError(code)), code).toBe(false)
})

test("the system's socket errors are unavailable; a missing file and our own errors are not", async () => {
  for (const code of ['EPIPE', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNREFUSED'])
    expect(isUnavailable(Object.assign(new Error(code), { code, syscall: 'write' })), code).toBe(true)
  const missing = await new Promise<unknown>(resolve => net.connect('/nowhere/.s.PGSQL.5432').once('error', resolve))
  expect(missing).toMatchObject({ code: 'ENOENT' })
  expect(isUnavailable(missing)).toBe(true)
  expect(isUnavailable(Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' }))).toBe(false)
  for (const error of [new Error('bug'), new TypeError('x is not a function'), null, undefined, 'text'])
    expect(isUnavailable(error)).toBe(false)
})
