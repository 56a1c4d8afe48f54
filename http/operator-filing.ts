import type { FastifyReply, FastifyRequest } from 'fastify'
import { filingStateNames } from '#contract/filing.ts'
import { filingFileDoor, operatorFilingCalls, pendingFilingsDoor } from '#contract/operator-filing.ts'
import { changeFilings } from '#domain/sms/filing.ts'
import { readFilingFile } from '#domain/sms/filing-import.ts'
import { listFilings, pendingFilings } from '#domain/sms/filing-list.ts'
import { chinaDay } from '#values/china-time.ts'
import { type AccountId, encodeId } from '#values/id.ts'
import { operatorNames } from '#values/phone.ts'
import type { App } from './app.ts'
import { requireStaff } from './member.ts'
import { type Doors, handle } from './serve.ts'
import { noteLook } from './staff-look.ts'
import { serveStaffTableDoor } from './staff-table-door.ts'

export const operatorFilingHandlers = [
  handle(operatorFilingCalls.list, ({ tx }, input) => listFilings(tx, input)),

  handle(operatorFilingCalls.change, async ({ tx, staff, note, now }, { accountId, signatureId, answers }) => {
    const account = accountId as AccountId
    const changes = answers.map(answer => ({ ...answer, signatureId }))
    const before = await changeFilings(tx, account, changes, { staffId: staff.staffId, now: now() })
    const items = answers.map(({ operator, state, reason }, index) =>
      [`${operatorNames[operator]}${filingStateNames[before[index]!].name} → ${filingStateNames[state].name}`, reason]
        .filter(Boolean)
        .join('，'),
    )
    note({ account, object: '签名报备', detail: { object: encodeId('signature', signatureId), items } })
    return {}
  }),

  handle(operatorFilingCalls.apply, async ({ tx, staff, note, now }, { fileName, changes }) => {
    note({ object: fileName, detail: { changedCount: changes.length } })
    const by = { staffId: staff.staffId, now: now() }
    for (const [accountId, own] of Map.groupBy(changes, change => change.accountId))
      await changeFilings(tx, accountId as AccountId, own, by)
    return { changedCount: changes.length }
  }),
]

/** A file of answers in, the file to hand in out. */
export function serveFilingDoors(app: App, doors: Doors): void {
  serveStaffTableDoor(app, doors, filingFileDoor, async ({ fileName, bytes }) => ({
    fileName,
    rows: await readFilingFile(doors.db, bytes),
  }))
  app.get(pendingFilingsDoor.path, async (request: FastifyRequest, reply: FastifyReply) => {
    const staff = await requireStaff(doors, request, pendingFilingsDoor.audience.permission)
    const { operator } = pendingFilingsDoor.input.parse(request.query)
    const file = await pendingFilings(doors.db, operator, account => encodeId('account', account))
    await noteLook(doors, request, staff, { action: 'filings/download', account: null, object: operator ?? '全部运营商' })
    return reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`待报备签名-${chinaDay(doors.now())}.csv`)}`)
      .header('Cache-Control', 'no-store')
      .send(file)
  })
}
