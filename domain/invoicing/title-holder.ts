import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** The attested name of an account; null: not attested. */
export async function titleHolder(executor: Executor, account: AccountId): Promise<{ kind: 'person' | 'company'; name: string } | null> {
  const row = await executor
    .selectFrom('account')
    .select(['attestedAt', 'attestedAs', 'attestedName'])
    .where('accountId', '=', account)
    .executeTakeFirst()
  return row?.attestedAt && row.attestedName ? { kind: row.attestedAs === 'person' ? 'person' : 'company', name: row.attestedName } : null
}

/** Special invoices are only for the attested company: refuses `title_not_attested` with advice. */
export async function requireAttestedName(tx: Tx, account: AccountId, name: string): Promise<void> {
  const holder = await titleHolder(tx, account)
  if (!holder) refuse('title_not_attested', { advice: '请先完成企业实名认证' }, { name: '账户还没有通过实名认证' })
  if (holder.kind !== 'company') refuse('title_not_attested', { advice: '个人认证的账户只能开具普票' }, { name: '账户是个人认证' })
  if (holder.name !== name)
    refuse('title_not_attested', { advice: `请使用认证名称“${holder.name}”` }, { name: `须与认证名称“${holder.name}”一致` })
}
