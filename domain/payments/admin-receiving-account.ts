import { sql } from 'kysely'
import { type ReceivingAccount, receivingAccount } from '#contract/payments/bank.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { approvalAct, requestApproval } from '#domain/staff/index.ts'
import { keysOf } from '#values/keys.ts'
import { readReceivingAccount, setReceivingAccount } from './bank-account.ts'

const change = receivingAccount.extend({ replaces: receivingAccount.nullable() })
type Change = ReceivingAccount & { replaces: ReceivingAccount | null }

/**
 * Requests a second member of staff's approval for another receiving bank account, since whoever could change it alone
 * could divert all payments. At most one request waits. Refuses `state_forbids`.
 */
export async function requestReceivingAccount(
  tx: Tx,
  { holder, accountNumber, bank, bankCode }: ReceivingAccount,
  asked: { reason: string; staffId: string; now: Date },
): Promise<string> {
  // Serialized: concurrent requests would each see none waiting.
  await sql`select pg_advisory_xact_lock(hashtextextended('receiving_account', 0))`.execute(tx)
  const waiting = await tx
    .selectFrom('approval')
    .select('approvalId')
    .where('kind', '=', 'bank-account')
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (waiting) refuse('state_forbids', { state: '更换待复核', action: '再次申请' })
  const found = await readReceivingAccount(tx)
  const payload: Change = { holder, accountNumber, bank, bankCode, replaces: found && receivingAccount.parse(found) }
  return requestApproval(tx, { kind: 'bank-account', account: null, amountHao: 0, payload, ...asked })
}

const names = { holder: '收款户名', accountNumber: '账号', bank: '开户行', bankCode: '联行号' } as const
const fields = keysOf(names)

/** Changes the receiving account once a second member of staff approves. */
export const receivingAccountAct = approvalAct<Change>({
  schema: change,
  facts: ({ replaces, ...to }) =>
    fields.map(field => {
      const before = replaces?.[field] ?? '（未设置）'
      return { name: names[field], text: before === to[field] ? `${to[field]}（不变）` : `${before} → ${to[field]}` }
    }),
  run: (tx, { replaces: _, ...account }, { staffId, now }) => setReceivingAccount(tx, { ...account, staffId, now }),
})
