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
  const row = await db.selectFrom('loginName').selectAll().where('login', '=', login).executeTakeFirst()
  return { login, isKnown: row !== undefined, account: row?.accountId ?? platformAccountId, memberId: row?.memberId ?? nobodyId }
}

export interface FoundMember {
  passwordHash: string
  /** The account's state. */
  state: string
  phone: string
  secondFactor: SecondFactor
  checksNewDevice: boolean
}

/** The member of a login with the account's state, or null. Includes frozen accounts, excludes members who left. */
export async function findMember(db: Db, name: Named): Promise<FoundMember | null> {
  const row = await asAccount(db, name.account, tx =>
    tx
      .selectFrom('member')
      .innerJoin('account', 'account.accountId', 'member.accountId')
      .select(['member.passwordHash', 'member.phone', 'member.secondFactor', 'member.checksNewDevice', 'account.state'])
      .where('member.accountId', '=', name.account)
      .where('member.memberId', '=', name.memberId)
      .where('member.state', '=', 'active')
      .executeTakeFirst(),
  )
  return row ? { ...row, secondFactor: row.secondFactor } : null
}
