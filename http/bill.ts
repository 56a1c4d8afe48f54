import type { FastifyReply, FastifyRequest } from 'fastify'
import { billCalls, billPaperDoor } from '#contract/bill.ts'
import { consumptionCalls } from '#contract/consumption.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import { billOverview, billTotals, listBillLines, listBills } from '#domain/finance/bill.ts'
import { billPdf, billWorkbook } from '#domain/finance/bill-paper.ts'
import { consumptionTotals, explainLine, listConsumption, messagesBehind } from '#domain/finance/consumption.ts'
import type { App } from './app.ts'
import { attachment } from './file-name.ts'
import { requireMember } from './member.ts'
import { type Doors, handle } from './serve.ts'

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

/** A month's bill as a file. */
export function serveBillPapers(app: App, doors: Doors): void {
  app.get(billPaperDoor.path, async (request: FastifyRequest, reply: FastifyReply) => {
    const { account } = await requireMember(doors, request, billPaperDoor.audience.permission)
    const input = billPaperDoor.input.safeParse(request.query)
    if (!input.success) refuse('not_found')
    const { month, format } = input.data
    const { mediaType, make } = papers[format]
    const bytes = await asAccount(doors.db, account, tx => make(tx, account, month, doors.now()))
    return reply
      .type(mediaType)
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', attachment(`鸿雁账单${month}.${format}`))
      .send(bytes)
  })
}
