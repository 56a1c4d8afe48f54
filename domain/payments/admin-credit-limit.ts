import { z } from 'zod'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { customerName } from '#domain/account/index.ts'
import { balancesOf, openLedgerAccounts } from '#domain/ledger/index.ts'
import { accountApprovalAct, requestApproval } from '#domain/staff/index.ts'
import type { AccountId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'

const creditLimit = z.object({ limitHao: z.number().int().min(0) })

/**
 * Requests approval of a customer's credit limit: how far below zero sending may take the balance. Returns the
 * approval's id. Refuses `not_found`, `state_forbids`.
 */
export async function requestCreditLimit(
  tx: Tx,
  account: AccountId,
  limitHao: number,
  asking: { reason: string; staffId: string; now: Date },
): Promise<string> {
  await customerName(tx, account)
  await checkDebt(tx, account, limitHao)
  return requestApproval(tx, { kind: 'credit', account, amountHao: 0, payload: { limitHao }, ...asking })
}

/** The limit can't be below the existing debt. */
async function checkDebt(tx: Tx, account: AccountId, limitHao: number): Promise<void> {
  const { availableHao } = await balancesOf(tx, account)
  if (availableHao + limitHao < 0) refuse('state_forbids', { state: `已欠费${formatYuan(-availableHao)}`, action: '把额度设得更低' })
}

export const creditLimitAct = accountApprovalAct<z.output<typeof creditLimit>>({
  schema: creditLimit,
  facts: ({ limitHao }) => [{ name: '信用额度', text: formatYuan(limitHao) }],
  run: async (tx, { limitHao }, { account }) => {
    await customerName(tx, account)
    await openLedgerAccounts(tx, account, null, 'cny')
    await tx
      .selectFrom('ledgerAccount')
      .select('ledgerAccountId')
      .where('accountId', '=', account)
      .where('asset', '=', 'cny')
      .orderBy('ledgerAccountId')
      .forNoKeyUpdate()
      .execute()
    await checkDebt(tx, account, limitHao)
    await tx
      .updateTable('ledgerAccount')
      .set({ creditLimit: limitHao })
      .where('accountId', '=', account)
      .where('asset', '=', 'cny')
      .where('purpose', '=', 'available')
      .execute()
  },
})
