import { asAccount, type Db } from '#db/connect.ts'
import { type AccountId, platformAccountId } from '#values/id.ts'
import { parsePhone } from '#values/phone.ts'
import type { SecondFactor } from './second-factor.ts'

/**
 * The account and member of a typed login name. An unknown name maps to nobody in the platform's own account, so that
 * it takes the same steps (no enumeration).
 */
export interface Named {
  login: string
  isKnown: boolean
  account: AccountId
  memberId: string
}

const nobodyId = '00000000-0000-7000-8000-000000000000'

/** Resolves a login: a login name in any letter case, or a phone in any pasted format. */
export async function findLogin(db: Db, text: string): Promise<Named> {
  const parsed = parsePhone(text)
  const login = 'phone' in parsed ? parsed.phone : text.trim().toLowerCase()
  const row = await db.selectFrom('login_name').selectAll().where('login', '=', login).executeTakeFirst()
  return {
    login,
    isKnown: row !== undefined,
    account: row?.account_id ?? platformAccountId,
    memberId: row?.member_id ?? nobodyId,
  }
}

export interface FoundMember {
  password_hash: string
  /** The account's state. */
  state: string
  phone: string
  second_factor: SecondFactor
  checks_new_device: boolean
}

/** The member of a login with the account's state, or null. Includes frozen accounts, excludes members who left. */
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
  return row ? { ...row, second_factor: row.second_factor } : null
}
