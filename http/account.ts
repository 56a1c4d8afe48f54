import { accountCalls } from '#contract/account.ts'
import { type Permission, roles } from '#contract/permission.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { handle } from './serve.ts'

export const accountHandlers = [
  handle(accountCalls.me, async ({ tx, account, member, now }) => {
    const row = await tx
      .selectFrom('account')
      .select(['name', 'attested_at', 'attested_name'])
      .where('account_id', '=', account)
      .executeTakeFirstOrThrow()
    const previous = await tx
      .selectFrom('member')
      .select(['previous_sign_in_at as at', 'previous_sign_in_address as address'])
      .where('account_id', '=', account)
      .where('member_id', '=', member.memberId)
      .executeTakeFirstOrThrow()
    const balances = await balancesOf(tx, account)
    const permissions: readonly Permission[] = roles[member.role].may
    const usable = balances.grants.filter(grant => grant.expiresAt > now() && grant.availableCount > 0)
    return {
      member,
      account: { accountId: account, name: row.name, isAttested: row.attested_at !== null, attestedName: row.attested_name },
      lastSignIn: previous.at ? { at: previous.at, address: previous.address ?? '' } : null,
      permissions: [...permissions],
      availableHao: permissions.includes('finance.read') ? balances.availableHao : null,
      packages: usable.map(grant => ({ kind: grant.kind, name: grant.name, remainingSegments: grant.availableCount })),
    }
  }),
]
