import type { FastifyReply, FastifyRequest } from 'fastify'
import { billCalls, billDocumentRoute } from '#contract/billing/bill.ts'
import { consumptionCalls } from '#contract/billing/consumption.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import {
  billOverview,
  billPdf,
  billTotals,
  billWorkbook,
  consumptionTotals,
  explainLine,
  listBillLines,
  listBills,
  listConsumption,
  messagesBehind,
} from '#domain/billing/index.ts'
import type { App } from '#http/server/app.ts'
import { attachment } from '#http/server/file-name.ts'
import { requireMember } from '#http/server/member.ts'
import { handle, type Services } from '#http/server/serve.ts'

export const billHandlers = [
  handle(billCalls.months, async ({ tx, account, now }) => ({ months: await listBills(tx, account, now()) })),
  handle(billCalls.overview, ({ tx, account, now }, { month }) => billOverview(tx, account, month, now())),
  handle(billCalls.lines, ({ tx, account, now }, input) => listBillLines(tx, account, input, now())),
  handle(billCalls.totals, ({ tx, account, now }, input) => billTotals(tx, account, input, now())),
  handle(consumptionCalls.list, ({ tx, account }, input) => listConsumption(tx, account, input)),
  handle(consumptionCalls.totals, ({ tx, account }, input) => consumptionTotals(tx, account, input)),
  handle(consumptionCalls.messages, ({ tx, account }, input) => messagesBehind(tx, account, input)),
  handle(consumptionCalls.explain, ({ tx, account }, input) => explainLine(tx, account, input)),
]

const papers = {
  pdf: { mediaType: 'application/pdf', make: billPdf },
  xlsx: { mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', make: billWorkbook },
} as const

/** Monthly bills as files. */
export function serveBillDocuments(app: App, services: Services): void {
  app.get(billDocumentRoute.path, async (request: FastifyRequest, reply: FastifyReply) => {
    const { account } = await requireMember(services, request, billDocumentRoute.audience.permission)
    const input = billDocumentRoute.input.safeParse(request.query)
    if (!input.success) refuse('not_found')
    const { month, format } = input.data
    const { mediaType, make } = papers[format]
    const bytes = await asAccount(services.db, account, tx => make(tx, account, month, services.now()))
    return reply
      .type(mediaType)
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', attachment(`鸿雁账单${month}.${format}`))
      .send(bytes)
  })
}
