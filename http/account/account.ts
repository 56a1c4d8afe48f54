import { sql } from 'kysely'
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
      .select([
        'name',
        'attestedAt',
        'attestedName',
        'attestedAs',
        'attestedUntil',
        sql<boolean>`exists (select from attestation where account_id = ${account} and state = 'reviewing')`.as('isAttestationReviewing'),
      ])
      .where('accountId', '=', account)
      .executeTakeFirstOrThrow()
    const previous = await tx
      .selectFrom('member')
      .select(['previousSignInAt as at', 'previousSignInAddress as address', 'avatarId', 'listColumns'])
      .where('accountId', '=', account)
      .where('memberId', '=', member.memberId)
      .executeTakeFirstOrThrow()
    const balances = await balancesOf(tx, account)
    const permissions = permissionsOf(member)
    const usable = balances.grants.filter(grant => grant.expiresAt > now() && grant.availableCount > 0)
    return {
      member: { ...member, avatarId: previous.avatarId },
      listColumns: previous.listColumns,
      staffName,
      account: {
        accountId: account,
        name: row.name,
        isAttested: row.attestedAt !== null,
        attestedName: row.attestedName,
        attestationStatus: attestationStatusFrom(row, now()),
        isAttestationReviewing: row.isAttestationReviewing,
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
