import { z } from 'zod'
import { get, member } from '#contract/call.ts'
import { permissionNames, roles } from '#contract/identity/permission.ts'
import { listColumns } from '#contract/list-view.ts'
import { idOf, moment } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { attestationStatusNames } from './capability.ts'

const permission = z.enum(keysOf(permissionNames))
const role = z.enum(keysOf(roles))

export const accountCalls = {
  me: get('/api/me', '当前登录的成员与账户', member(null), {
    answer: z.object({
      member: z.object({
        memberId: idOf('member'),
        login: z.string(),
        name: z.string(),
        phone: z.string(),
        role,
        avatarId: z.string().nullable(),
      }),
      listColumns,
      /** Name of the member of staff who views the account read-only (impersonation); null: the member. */
      staffName: z.string().nullable(),
      account: z.object({
        accountId: idOf('account'),
        name: z.string(),
        isAttested: z.boolean(),
        attestedName: z.string().nullable(),
        attestationStatus: z.enum(attestationStatusNames),
        /** Staff have a form of it to review. */
        isAttestationReviewing: z.boolean(),
      }),
      /** The previous sign-in; null at the first. */
      lastSignIn: z.object({ at: moment, address: z.string(), place: z.string().nullable() }).nullable(),
      permissions: z.array(permission),
      /** Null for members without permission to see finance. */
      availableHao: z.number().int().nullable(),
      /** Bonus credit that can be spent; null for the same members. */
      bonusHao: z.number().int().nullable(),
      packages: z.array(
        z.object({ kind: z.enum(['industry', 'marketing', 'general']), name: z.string(), remainingSegments: z.number().int() }),
      ),
    }),
  }),
}
