import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ErrorBody } from '#contract/call.ts'
import { exportCalls, exportFileRoute } from '#contract/export/export.ts'
import type { Role } from '#contract/identity/permission.ts'
import { asAccount } from '#db/connect.ts'
import { seedReference } from '#db/seed/reference.ts'
import { writeExport } from '#domain/export/write.ts'
import type { App } from '#http/server/app.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { readRefusal, sendCall, uuidOf } from '#test/support/answer.ts'
import { addMessages, exportSecret, startExporting } from '#test/support/export.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { newId, platformAccountId } from '#values/id.ts'
import { getOrThrow, itemOrThrow, matchOrThrow } from '#values/or-throw.ts'

type Prepared = Awaited<ReturnType<Awaited<ReturnType<typeof startExporting>>['prepare']>>
let exporting: Awaited<ReturnType<typeof startExporting>>
let app: App
let base: string
let mine: Prepared
let cookie: string
beforeAll(async () => {
  exporting = await startExporting()
  const { database, files } = exporting
  await seedReference(database.url, { secret: exportSecret, upstream: { host: '127.0.0.1', port: 2775 }, now: new Date() })
  app = await createCustomerApp({ db: database.db, secret: exportSecret, files, now: () => new Date() })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  mine = await exporting.prepare()
  await addMessages(database.db, mine.account, mine.signatureId, [{ phone: '13800138000', content: '=1+1' }], new Date())
  cookie = await createSessionCookie(database.db, mine.account, mine.memberId)
})
afterAll(async () => {
  await app.close()
  await exporting.close()
})

interface Made {
  exportId: string
  address: string
}

async function ask(call: { method: string; path: string; once?: boolean }, input: object, as = cookie) {
  const answer = await sendCall(base, call, input, { cookie: as })
  return { status: answer.status, body: (await answer.json()) as Made & ErrorBody & Record<string, unknown> }
}

/** A finished export with one message, and its download link. */
async function finished(): Promise<Made> {
  const chosen = { source: 'message', filter: '{}', columns: ['phone', 'content'], format: 'csv', isFull: false }
  const { body } = await ask(exportCalls.create, chosen)
  await writeExport(mine.account, uuidOf('export', body.exportId), {
    db: exporting.database.platformDb,
    files: exporting.files,
    now: () => new Date(),
    freeBytes: 0,
  })
  const { address } = (await ask(exportCalls.ticket, { exportId: body.exportId })).body
  return { exportId: body.exportId, address }
}

/** Another member of the account. */
async function memberCookie(role: Role): Promise<string> {
  const memberId = newId()
  const login = `m${memberId.slice(-8)}`
  await asAccount(exporting.database.db, mine.account, tx =>
    tx
      .insertInto('member')
      .values({ accountId: mine.account, memberId, login, phone: '19200003333', name: '王五', role, passwordHash: '-' })
      .execute(),
  )
  return createSessionCookie(exporting.database.db, mine.account, memberId)
}

const fetchFile = (address: string, as?: string) => fetch(base + address, { headers: as ? { cookie: as } : {} })
const refusalOf = async (answer: Response) => (await readRefusal(answer)).code

test('an export file is downloaded whole with its Chinese name, and the download is counted', async () => {
  const { exportId, address } = await finished()
  const answer = await fetchFile(address, cookie)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const name = itemOrThrow(
    matchOrThrow(/^attachment; filename="export\.csv"; filename\*=UTF-8''(.+)$/, getOrThrow(answer.headers, 'content-disposition')),
    1,
  )
  expect(decodeURIComponent(name)).toMatch(/^发送记录_\d{14}\.csv$/)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(answer.headers.get('content-length')).toBe(String(bytes.length))
  expect(bytes.toString()).toBe("\ufeff手机号,内容\r\n138****8000,'=1+1\r\n")
  const { body } = await ask(exportCalls.one, { exportId })
  expect(body).toMatchObject({ state: 'done', downloadCount: 1, source: 'message' })
})

test('an export link is refused without a session, to another account, to another member, and when it was altered', async () => {
  const { address } = await finished()
  expect((await fetchFile(address)).status).toBe(401)
  const other = await exporting.prepare()
  const otherCookie = await createSessionCookie(exporting.database.db, other.account, other.memberId)
  for (const as of [otherCookie, await memberCookie('administrator')]) {
    const answer = await fetchFile(address, as)
    expect(answer.status).toBe(403)
    expect(await refusalOf(answer)).toBe('export_link_invalid')
  }
  expect(await refusalOf(await fetchFile(`${address.slice(0, -4)}AAAA`, cookie))).toBe('export_link_invalid')
  expect(await refusalOf(await fetchFile(exportFileRoute.path, cookie))).toBe('export_link_invalid')
})

test('a role without access to a list sees none of its exports', async () => {
  const { exportId } = await finished()
  const developer = await memberCookie('developer')
  expect((await ask(exportCalls.ticket, { exportId }, developer)).status).toBe(200)
  expect(
    (await ask(exportCalls.create, { source: 'message', filter: '{}', columns: ['phone'], format: 'csv', isFull: false }, developer)).body
      .error.code,
  ).toBe('not_allowed')
})

test('a filter that is not JSON is refused as invalid input', async () => {
  const { status, body } = await ask(exportCalls.offer, { source: 'message', filter: '{' })
  expect(status).toBe(422)
  expect(body.error.code).toBe('input_invalid')
})

test('whole numbers in an export need a code to the member’s phone; a wrong one is refused, the right one opens one export', async () => {
  const source = 'message'
  const chosen = { source, filter: '{}', columns: ['phone'], format: 'csv', isFull: true }
  expect((await ask(exportCalls.create, chosen)).body.error.code).toBe('export_code_required')
  expect((await ask(exportCalls.askCode, { source })).status).toBe(200)
  // The answer arrives once the message is accepted.
  const sent = await exporting.database.platformDb
    .selectFrom('message')
    .select('content')
    .where('accountId', '=', platformAccountId)
    .where('phone', '=', mine.phone)
    .executeTakeFirstOrThrow()
  const code = itemOrThrow(matchOrThrow(/确认码(\d{6})/, sent.content), 1)
  const wrong = code === '000000' ? '000001' : '000000'
  expect((await ask(exportCalls.confirm, { source, code: wrong })).body).toEqual({ isConfirmed: false })
  expect((await ask(exportCalls.confirm, { source, code })).body).toEqual({ isConfirmed: true })
  expect((await ask(exportCalls.create, chosen)).status).toBe(200)
  expect((await ask(exportCalls.create, chosen)).body.error.code).toBe('export_code_required')
})
