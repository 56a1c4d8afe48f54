import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  adminSenderRegistrationCalls,
  pendingSenderRegistrationsRoute,
  senderRegistrationFileRoute,
} from '#contract/sender-registration/admin-sender-registration.ts'
import { senderRegistrationStateNames } from '#contract/sender-registration/sender-registration.ts'
import {
  changeSenderRegistrations,
  listSenderRegistrations,
  pendingSenderRegistrations,
  readSenderRegistrationFile,
} from '#domain/sender-registration/index.ts'
import type { App } from '#http/server/app.ts'
import { requireStaff } from '#http/server/member.ts'
import { handle, type Services } from '#http/server/serve.ts'
import { recordFileAccess } from '#http/server/staff-file-access.ts'
import { serveStaffTableRoutes } from '#http/server/staff-table-route.ts'
import { chinaDay } from '#values/china-time.ts'
import { encodeId } from '#values/id.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { carrierNames } from '#values/phone.ts'

export const adminSenderRegistrationHandlers = [
  handle(adminSenderRegistrationCalls.list, ({ tx }, input) => listSenderRegistrations(tx, input)),

  handle(adminSenderRegistrationCalls.change, async ({ tx, staff, note, now }, { accountId, signatureId, answers }) => {
    const account = accountId
    const changes = answers.map(answer => ({ ...answer, signatureId }))
    const before = await changeSenderRegistrations(tx, account, changes, { staffId: staff.staffId, now: now() })
    const items = answers.map(({ carrier, state, reason }, index) =>
      [
        `${carrierNames[carrier]}${senderRegistrationStateNames[itemOrThrow(before, index)]} → ${senderRegistrationStateNames[state]}`,
        reason,
      ]
        .filter(Boolean)
        .join('，'),
    )
    note({ account, object: '签名报备', detail: { object: encodeId('signature', signatureId), items } })
  }),

  handle(adminSenderRegistrationCalls.apply, async ({ tx, staff, note, now }, { fileName, changes }) => {
    note({ object: fileName, detail: { changedCount: changes.length } })
    const by = { staffId: staff.staffId, now: now() }
    for (const [accountId, own] of Map.groupBy(changes, change => change.accountId)) await changeSenderRegistrations(tx, accountId, own, by)
    return { changedCount: changes.length }
  }),
]

/** Upload of the carriers' answers, download of the registration file. */
export function serveSenderRegistrationRoutes(app: App, services: Services): void {
  serveStaffTableRoutes(app, services, senderRegistrationFileRoute, async ({ fileName, bytes }) => ({
    fileName,
    rows: await readSenderRegistrationFile(services.db, bytes),
  }))
  app.get(pendingSenderRegistrationsRoute.path, async (request: FastifyRequest, reply: FastifyReply) => {
    const staff = await requireStaff(services, request, pendingSenderRegistrationsRoute.audience.permission)
    const { carrier } = pendingSenderRegistrationsRoute.input.parse(request.query)
    const file = await pendingSenderRegistrations(services.db, carrier, account => encodeId('account', account))
    await recordFileAccess(services, request, staff, {
      action: 'sender-registrations/download',
      account: null,
      object: carrier ?? '全部运营商',
    })
    return reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`待报备签名-${chinaDay(services.now())}.csv`)}`)
      .header('Cache-Control', 'no-store')
      .send(file)
  })
}
