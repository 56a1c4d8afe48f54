import { accountCalls } from '#contract/account/account.ts'
import { attestationStatusFrom } from '#domain/identity/index.ts'
import { balancesOf, bonusLeft } from '#domain/ledger/index.ts'
import { placeName } from '#domain/platform/index.ts'
import { permissionsOf } from '#http/server/member.ts'
import { handle } from '#http/server/serve.ts'

export const accountHandlers = [
  handle(accountCalls.me, async ({ tx, account, member, staffName, now }) => {
    const row = await tx
      .selectFrom('account')
      .select(['name', 'attested_at', 'attested_name', 'attested_as', 'attested_until'])
      .where('account_id', '=', account)
      .executeTakeFirstOrThrow()
    const previous = await tx
      .selectFrom('member')
      .select(['previous_sign_in_at as at', 'previous_sign_in_address as address', 'avatar_id as avatarId'])
      .where('account_id', '=', account)
      .where('member_id', '=', member.memberId)
      .executeTakeFirstOrThrow()
    const balances = await balancesOf(tx, account)
    const permissions = permissionsOf(member)
    const usable = balances.grants.filter(grant => grant.expiresAt > now() && grant.availableCount > 0)
    return {
      member: { ...member, avatarId: previous.avatarId },
      staffName,
      account: {
        accountId: account,
        name: row.name,
        isAttested: row.attested_at !== null,
        attestedName: row.attested_name,
        attestationStatus: attestationStatusFrom(row, now()),
      },
      lastSignIn:
        previous.at && staffName === null
          ? { at: previous.at, address: previous.address ?? '', place: previous.address ? placeName(previous.address) : null }
          : null,
      permissions,
      availableHao: permissions.includes('finance.read') ? balances.availableHao : null,
      bonusHao: permissions.includes('finance.read') ? bonusLeft(balances.bonuses, now()) : null,
      packages: usable.map(grant => ({ kind: grant.kind, name: grant.name, remainingSegments: grant.availableCount })),
    }
  }),
]
