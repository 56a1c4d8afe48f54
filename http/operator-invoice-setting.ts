import { operatorInvoiceSettingCalls } from '#contract/operator-invoice-setting.ts'
import type { Tx } from '#db/connect.ts'
import { readPause, setPause } from '#domain/invoice/pause.ts'
import { readSeller, setSeller } from '#domain/invoice/seller.ts'
import { addTaxRule, listTaxRules, taxEffect } from '#domain/staff/invoice-setting.ts'
import { parseYuan } from '#values/money.ts'
import { handle } from './serve.ts'

export const operatorInvoiceSettingHandlers = [
  handle(operatorInvoiceSettingCalls.read, async ({ tx, now }) => {
    const pause = await readPause(tx)
    return {
      rules: await listTaxRules(tx, now()),
      seller: await readSeller(tx),
      pause: pause && { ...pause, staffName: await nameOf(tx, pause.staffId) },
    }
  }),
  handle(operatorInvoiceSettingCalls.effect, ({ tx, now }, { product }) => taxEffect(tx, product, now())),
  handle(operatorInvoiceSettingCalls.addRule, async ({ tx, staff, now, note }, input) => {
    const { before, rateBp } = await addTaxRule(tx, { ...input, staffId: staff.staffId, now: now() })
    note({
      object: `${input.product} ${rateBp / 100}%`,
      detail: { before: before === null ? '无' : `${before / 100}%`, after: `${input.startsOn}起${rateBp / 100}%`, reason: input.source },
    })
    return {}
  }),
  handle(operatorInvoiceSettingCalls.setSeller, async ({ tx, staff, now, note }, input) => {
    const before = await readSeller(tx)
    const { limit, ...seller } = input
    await setSeller(tx, { ...seller, limitHao: parseYuan(limit)! }, { staffId: staff.staffId, now: now() })
    note({
      object: input.name,
      detail: { before: before ? `${before.name} ${before.taxNumber}` : '无', after: `${input.name} ${input.taxNumber}` },
    })
    return {}
  }),
  handle(operatorInvoiceSettingCalls.pause, async ({ tx, staff, now, note }, { notice }) => {
    note({ detail: { reason: notice } })
    await setPause(tx, { isPaused: true, notice, staffId: staff.staffId, now: now() })
    return {}
  }),
  handle(operatorInvoiceSettingCalls.resume, async ({ tx, staff, now, note }, { reason }) => {
    note({ detail: { reason } })
    await setPause(tx, { isPaused: false, notice: reason, staffId: staff.staffId, now: now() })
    return {}
  }),
]

async function nameOf(tx: Tx, staffId: string): Promise<string | null> {
  const row = await tx.selectFrom('staff').select('name').where('staff_id', '=', staffId).executeTakeFirst()
  return row?.name ?? null
}
