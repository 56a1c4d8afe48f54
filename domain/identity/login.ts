import { asAccount, type Db } from '#db/connect.ts'
import { type AccountId, platformAccountId } from '#values/id.ts'
import { parsePhone } from '#values/phone.ts'
import type { SecondFactor } from './second-factor.ts'

/** Whom a name that someone typed stands for. An unknown one stands for nobody of the platform's own account, so that it takes the same steps. */
export interface Named {
  login: string
  isKnown: boolean
  account: AccountId
  memberId: string
}

const nobodyId = '00000000-0000-7000-8000-000000000000'

/** Login names and phones both sign in: names in any case of their letters, phones in the forms that people paste. */
export async function findLogin(db: Db, text: string): Promise<Named> {
  const parsed = parsePhone(text)
  const login = 'phone' in parsed ? parsed.phone : text.trim().toLowerCase()
  const row = await db.selectFrom('login_name').selectAll().where('login', '=', login).executeTakeFirst()
  return {
    login,
    isKnown: row !== undefined,
    account: (row?.account_id ?? platformAccountId) as AccountId,
    memberId: row?.member_id ?? nobodyId,
  }
}

export interface FoundMember {
  password_hash: string
  /** Of the account. */
  state: string
  phone: string
  second_factor: SecondFactor
  checks_new_device: boolean
}

/** The member behind a name with the state of the account, or null; a frozen account is found too, a member who left is not. */
export async function findMember(db: Db, name: Named): Promise<FoundMember | null> {
  const row = await asAccount(db, name.account, tx =>
    tx
      .selectFrom('member')
      .innerJoin('account', 'account.account_id', 'member.account_id')
      .select(['member.password_hash', 'member.phone', 'member.second_factor', 'member.checks_new_device', 'account.state'])
      .where('member.account_id', '=', name.account)
      .where('member.member_id', '=', name.memberId)
      .where('member.state', '=', 'active')
      .executeTakeFirst(),
  )
  return row ? { ...row, second_factor: row.second_factor as SecondFactor } : null
}
