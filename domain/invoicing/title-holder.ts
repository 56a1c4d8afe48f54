import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { attestedCreditCode } from '#domain/account/index.ts'
import type { AccountId } from '#values/id.ts'

interface TitleHolder {
  kind: 'person' | 'company'
  name: string
  /** Null: a person has none. */
  creditCode: string | null
}

/** Name and credit code of an attested account; null: not attested. */
export async function titleHolder(executor: Executor, account: AccountId): Promise<TitleHolder | null> {
  const row = await executor
    .selectFrom('account')
    .select(['attestedAt', 'attestedAs', 'attestedName'])
    .where('accountId', '=', account)
    .executeTakeFirst()
  if (!row?.attestedAt || !row.attestedName) return null
  const kind = row.attestedAs === 'person' ? 'person' : 'company'
  return { kind, name: row.attestedName, creditCode: kind === 'person' ? null : await attestedCreditCode(executor, account) }
}

/** Special invoices are only for the attested company: refuses `title_not_attested` with advice. */
export async function requireAttestedName(tx: Tx, account: AccountId, name: string): Promise<void> {
  const holder = await titleHolder(tx, account)
  if (!holder) refuse('title_not_attested', { advice: '请先完成企业实名认证' }, { name: '账户还没有通过实名认证' })
  if (holder.kind !== 'company') refuse('title_not_attested', { advice: '个人认证的账户只能开具普票' }, { name: '账户是个人认证' })
  if (holder.name !== name)
    refuse('title_not_attested', { advice: `请使用认证名称“${holder.name}”` }, { name: `须与认证名称“${holder.name}”一致` })
}
