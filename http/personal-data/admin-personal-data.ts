import type { FastifyReply, FastifyRequest } from 'fastify'
import { adminPersonalDataCalls, personalDataCopyRoute } from '#contract/personal-data/admin-personal-data.ts'
import { refuse } from '#contract/refusals.ts'
import { listMonths } from '#domain/message-archive/index.ts'
import { countPersonalData, listRequests, readCopy, requestCopy, requestErasure } from '#domain/personal-data/index.ts'
import { recordStaffRead } from '#domain/staff/index.ts'
import type { App } from '#http/server/app.ts'
import { requireStaff } from '#http/server/member.ts'
import { handle, type Services } from '#http/server/serve.ts'
import { recordFileAccess } from '#http/server/staff-file-access.ts'
import { chinaDay } from '#values/china-time.ts'
import { maskPhone } from '#values/phone.ts'

export const adminPersonalDataHandlers = [
  handle(adminPersonalDataCalls.list, ({ tx, now }, page) => listRequests(tx, page, now())),

  handle(adminPersonalDataCalls.count, async ({ tx, staff, address, now }, { phone }) => {
    const access = { staffId: staff.staffId, action: 'personal-data/count', result: 'ok', address, at: now() }
    await recordStaffRead(tx, { ...access, account: null, object: maskPhone(phone) })
    return { counts: await countPersonalData(tx, phone), archivedMonths: (await listMonths(tx)).length }
  }),

  handle(adminPersonalDataCalls.copy, async ({ tx, staff, now, note }, { phone, reason }) => {
    note({ object: maskPhone(phone), detail: { reason } })
    return { requestId: await requestCopy(tx, { phone, reason, staffId: staff.staffId, now: now() }) }
  }),

  handle(adminPersonalDataCalls.erase, async ({ tx, staff, now, note }, { phone, reason }) => {
    note({ object: maskPhone(phone), detail: { reason } })
    return { approvalId: await requestErasure(tx, { phone, reason, staffId: staff.staffId, now: now() }) }
  }),
]

export function servePersonalDataRoutes(app: App, services: Services): void {
  app.get(personalDataCopyRoute.path, async (request: FastifyRequest, reply: FastifyReply) => {
    const staff = await requireStaff(services, request, personalDataCopyRoute.audience.permission)
    const { requestId } = personalDataCopyRoute.input.safeParse(request.query).data ?? refuse('not_found')
    const { file, phone } = await readCopy(services.db, requestId, services.now())
    await recordFileAccess(services, request, staff, { action: 'personal-data/download', account: null, object: phone })
    return reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`个人信息副本-${chinaDay(services.now())}.csv`)}`)
      .header('Cache-Control', 'no-store')
      .send(file)
  })
}
