import type { z } from 'zod'
import type { Call, CallAnswerWire, CallInputWire } from '#contract/call.ts'
import { type StaffRole, staffRoles } from '#contract/identity/permission.ts'
import { adminSignInCalls } from '#contract/staff/admin-sign-in.ts'
import { asPlatform } from '#db/connect.ts'
import { hashPassword } from '#domain/platform/password.ts'
import { createStaff } from '#domain/staff/staff.ts'
import { type AdminOptions, createAdminApp } from '#http/server/admin.ts'
import { newId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'
import { readAnswer, readBody, readRefusal } from './answer.ts'
import type { TestDatabase } from './database.ts'

const password = 'Hongyan2026'
export const backOfficeSecret = 'a secret of at least thirty-two characters'

/**
 * A fixed time for the back office, ahead of everything that a test creates by the database's clock, however slow the
 * machine is.
 */
export const officeTime = () => new Date(Date.now() + 600_000)

export interface BackOffice {
  /** Makes a read call in a role; a refusal fails the test. */
  get: <C extends Call>(call: C, input: Record<string, string>, role?: StaffRole) => Promise<CallAnswerWire<C>>
  /** Makes an act in a role: `ok` with the answer, or the refusal's code with its messages by field. */
  act: <C extends Call>(
    call: C,
    input: CallInputWire<C>,
    role?: StaffRole,
    key?: string,
  ) => Promise<{ code: string; answer: CallAnswerWire<C> | null; fields: Record<string, string> }>
  /** Uploads a file to one of the routes for small tables. */
  send: <Answer extends z.ZodType>(
    ingress: { path: string; fileNameHeader: string; answer: Answer },
    bytes: Buffer,
    name: string,
  ) => Promise<z.input<Answer>>
  close: () => Promise<void>
}

/** The back office on a free port, with one person of each role signed in. */
export async function startBackOffice(database: TestDatabase, now: () => Date, options: Partial<AdminOptions> = {}): Promise<BackOffice> {
  const app = await createAdminApp({ db: database.platformDb, secret: backOfficeSecret, now, ...options })
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  const cookies = new Map<StaffRole, string>()
  const passwordHash = await hashPassword(password)
  const post = (call: Call, body: unknown, cookie: string, key: string) =>
    fetch(base + call.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, 'idempotency-key': key },
      body: JSON.stringify(body),
    })
  for (const role of keysOf(staffRoles)) {
    await asPlatform(database.platformDb, tx =>
      createStaff(tx, { login: role, name: staffRoles[role].name, role, passwordHash, now: now() }),
    )
    const answer = await post(adminSignInCalls.byPassword, { login: role, password }, '', newId())
    cookies.set(role, firstOrThrow((answer.headers.get('set-cookie') ?? '').split(';')))
  }
  return {
    get: async (call, input, role = 'administrator') => {
      const answer = await fetch(`${base}${call.path}?${new URLSearchParams(input)}`, { headers: { cookie: getOrThrow(cookies, role) } })
      if (!answer.ok) throw new Error(`${call.path}: ${await answer.text()}`)
      return readAnswer(call, answer)
    },
    act: async (call, input, role = 'administrator', key = newId()) => {
      const answer = await post(call, input, getOrThrow(cookies, role), key)
      if (answer.ok) return { code: 'ok', answer: await readAnswer(call, answer), fields: {} }
      const error = await readRefusal(answer)
      return { code: error.code, answer: null, fields: error.fields ?? {} }
    },
    send: async (ingress, bytes, name) => {
      const headers = {
        'content-type': 'application/octet-stream',
        [ingress.fileNameHeader]: encodeURIComponent(name),
        cookie: getOrThrow(cookies, 'administrator'),
      }
      const answer = await fetch(base + ingress.path, { method: 'POST', headers, body: new Uint8Array(bytes) })
      if (!answer.ok) throw new Error(`${ingress.path}: ${await answer.text()}`)
      return readBody(ingress.answer, answer)
    },
    close: async () => {
      await app.close()
    },
  }
}
