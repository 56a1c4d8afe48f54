import { adminInvoiceSettingCalls } from '#contract/invoicing/admin-invoice-setting.ts'
import type { Tx } from '#db/connect.ts'
import { addTaxRule, listTaxRules, readPause, readSeller, setPause, setSeller, taxEffect } from '#domain/invoicing/index.ts'
import { handle } from '#http/server/serve.ts'
import { parseYuanOrThrow } from '#values/money.ts'

export const adminInvoiceSettingHandlers = [
  handle(adminInvoiceSettingCalls.read, async ({ tx, now }) => {
    const pause = await readPause(tx)
    return {
      rules: await listTaxRules(tx, now()),
      seller: await readSeller(tx),
      pause: pause && { ...pause, staffName: await nameOf(tx, pause.staffId) },
    }
  }),
  handle(adminInvoiceSettingCalls.effect, ({ tx, now }, { product }) => taxEffect(tx, product, now())),
  handle(adminInvoiceSettingCalls.addRule, async ({ tx, staff, now, note }, input) => {
    const { before, rateBp } = await addTaxRule(tx, { ...input, staffId: staff.staffId, now: now() })
    note({
      object: `${input.product} ${rateBp / 100}%`,
      detail: { before: before === null ? '无' : `${before / 100}%`, after: `${input.startsOn}起${rateBp / 100}%`, reason: input.source },
    })
  }),
  handle(adminInvoiceSettingCalls.setSeller, async ({ tx, staff, now, note }, input) => {
    const before = await readSeller(tx)
    const { limit, ...seller } = input
    await setSeller(tx, { ...seller, limitHao: parseYuanOrThrow(limit) }, { staffId: staff.staffId, now: now() })
    note({
      object: input.name,
      detail: { before: before ? `${before.name} ${before.taxNumber}` : '无', after: `${input.name} ${input.taxNumber}` },
    })
  }),
  handle(adminInvoiceSettingCalls.pause, async ({ tx, staff, now, note }, { notice }) => {
    note({ detail: { reason: notice } })
    await setPause(tx, { isPaused: true, notice, staffId: staff.staffId, now: now() })
  }),
  handle(adminInvoiceSettingCalls.resume, async ({ tx, staff, now, note }, { reason }) => {
    note({ detail: { reason } })
    await setPause(tx, { isPaused: false, notice: reason, staffId: staff.staffId, now: now() })
  }),
]

async function nameOf(tx: Tx, staffId: string): Promise<string | null> {
  const row = await tx.selectFrom('staff').select('name').where('staffId', '=', staffId).executeTakeFirst()
  return row?.name ?? null
}
