import { homeCalls } from '#contract/home.ts'
import { roles } from '#contract/permission.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { todayFigures } from '#domain/sms/today.ts'
import { handle } from './serve.ts'

const dayMs = 86_400_000

export const homeHandlers = [
  handle(homeCalls.overview, async ({ tx, account, member, now }) => {
    const at = now()
    const facts = await tx
      .selectFrom('account')
      .innerJoin('member', 'member.account_id', 'account.account_id')
      .select(['account.attested_at', 'member.last_sign_in_at', 'member.last_sign_in_address'])
      .where('account.account_id', '=', account)
      .where('member.member_id', '=', member.memberId)
      .executeTakeFirstOrThrow()
    const balances = await balancesOf(tx, account)
    const maySeeMoney = (roles[member.role].may as readonly string[]).includes('finance.read')
    return {
      isAttested: facts.attested_at !== null,
      money: maySeeMoney ? { availableHao: balances.availableHao, heldHao: balances.heldHao } : null,
      grants: balances.grants
        .filter(grant => grant.expiresAt > at && grant.availableCount + grant.heldCount > 0)
        .map(grant => ({ ...grant, daysLeft: Math.ceil((grant.expiresAt.getTime() - at.getTime()) / dayMs) })),
      today: await todayFigures(tx, account, at),
      lastSignIn: facts.last_sign_in_at ? { at: facts.last_sign_in_at, address: facts.last_sign_in_address ?? '' } : null,
    }
  }),
]
