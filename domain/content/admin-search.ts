import { sql } from 'kysely'
import { type ReviewState, reviewStates } from '#contract/content/review-state.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import { type AdminSearchSource, noteOf } from '#domain/search-source/index.ts'
import { type AccountId, encodeId } from '#values/id.ts'
import { nameIn } from './search.ts'

interface Row {
  accountId: AccountId
  accountName: string
  state: ReviewState
  title: string
}

const toHit = ({ accountId, accountName, state, title }: Row) => ({
  title,
  note: noteOf(accountName, reviewStates[state]),
  path: `/customers?id=${encodeId('account', accountId)}`,
})

/** Signatures of all customers by the beginning of their names. */
export const adminSignatureSearch: AdminSearchSource = {
  kind: 'signature',
  permission: 'customer.read',
  find: async (executor, { text, most }) => {
    const start = nameIn(text)
      .toLowerCase()
      .replace(/[\\%_]/g, '\\$&')
    const { rows } = await sql<Row>`
      select signature.account_id, ${shownAccountName} as "accountName", signature.state, '【' || signature.text || '】' as title
      from signature join account on account.account_id = signature.account_id -- across accounts: staff look for a name
      where lower(signature.text) like ${`${start}%`} and signature.state not in ('unsent', 'draft', 'deleted')
      order by signature.signature_id desc limit ${most}`.execute(executor)
    return rows.map(toHit)
  },
}

/** Templates of all customers by their whole code. */
export const adminTemplateSearch: AdminSearchSource = {
  kind: 'template',
  permission: 'customer.read',
  find: async (executor, { text, most }) => {
    const { rows } = await sql<Row>`
      select template.account_id, ${shownAccountName} as "accountName", template.state, template.name || ' ' || template.code as title
      from template join account on account.account_id = template.account_id -- across accounts: staff look for a code
      where template.code = ${text.toUpperCase()} and template.state not in ('unsent', 'draft', 'deleted')
      order by template.template_id desc limit ${most}`.execute(executor)
    return rows.map(toHit)
  },
}
