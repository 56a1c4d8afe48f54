import type { FastifyReply, FastifyRequest } from 'fastify'
import { adminFilingCalls, filingFileRoute, pendingFilingsRoute } from '#contract/sender-registration/admin-filing.ts'
import { filingStateNames } from '#contract/sender-registration/filing.ts'
import { changeFilings, listFilings, pendingFilings, readFilingFile } from '#domain/sender-registration/index.ts'
import type { App } from '#http/server/app.ts'
import { requireStaff } from '#http/server/member.ts'
import { handle, type Services } from '#http/server/serve.ts'
import { recordLook } from '#http/server/staff-look.ts'
import { serveStaffTableRoutes } from '#http/server/staff-table-door.ts'
import { chinaDay } from '#values/china-time.ts'
import { encodeId } from '#values/id.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { operatorNames } from '#values/phone.ts'

export const adminFilingHandlers = [
  handle(adminFilingCalls.list, ({ tx }, input) => listFilings(tx, input)),

  handle(adminFilingCalls.change, async ({ tx, staff, note, now }, { accountId, signatureId, answers }) => {
    const account = accountId
    const changes = answers.map(answer => ({ ...answer, signatureId }))
    const before = await changeFilings(tx, account, changes, { staffId: staff.staffId, now: now() })
    const items = answers.map(({ operator, state, reason }, index) =>
      [`${operatorNames[operator]}${filingStateNames[itemOrThrow(before, index)].name} → ${filingStateNames[state].name}`, reason]
        .filter(Boolean)
        .join('，'),
    )
    note({ account, object: '签名报备', detail: { object: encodeId('signature', signatureId), items } })
    return {}
  }),

  handle(adminFilingCalls.apply, async ({ tx, staff, note, now }, { fileName, changes }) => {
    note({ object: fileName, detail: { changedCount: changes.length } })
    const by = { staffId: staff.staffId, now: now() }
    for (const [accountId, own] of Map.groupBy(changes, change => change.accountId)) await changeFilings(tx, accountId, own, by)
    return { changedCount: changes.length }
  }),
]

/** Upload of the carriers' answers, download of the registration file. */
export function serveFilingRoutes(app: App, services: Services): void {
  serveStaffTableRoutes(app, services, filingFileRoute, async ({ fileName, bytes }) => ({
    fileName,
    rows: await readFilingFile(services.db, bytes),
  }))
  app.get(pendingFilingsRoute.path, async (request: FastifyRequest, reply: FastifyReply) => {
    const staff = await requireStaff(services, request, pendingFilingsRoute.audience.permission)
    const { operator } = pendingFilingsRoute.input.parse(request.query)
    const file = await pendingFilings(services.db, operator, account => encodeId('account', account))
    await recordLook(services, request, staff, { action: 'filings/download', account: null, object: operator ?? '全部运营商' })
    return reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`待报备签名-${chinaDay(services.now())}.csv`)}`)
      .header('Cache-Control', 'no-store')
      .send(file)
  })
}
