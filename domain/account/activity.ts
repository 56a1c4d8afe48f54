import type { Tx } from '#db/connect.ts'
import { newId } from '#values/id.ts'
import { maskPhone } from '#values/phone.ts'
import type { Named } from './login.ts'
import type { SessionOrigin } from './session.ts'

export interface Act {
  action: 'register' | 'sign_in' | 'recovery'
  result: 'ok' | 'refused'
  detail?: Record<string, string>
}

/**
 * A line of the activity log, in a transaction of the account. What was tried with an unknown name stands in the platform's own log, by the name's first
 * letters only: people type passwords and other people's numbers there.
 */
export async function recordActivity(tx: Tx, name: Named, act: Act, origin: SessionOrigin): Promise<void> {
  await tx
    .insertInto('activity')
    .values({
      account_id: name.account,
      activity_id: newId(),
      member_id: name.isKnown ? name.memberId : null,
      action: act.action,
      object: name.isKnown ? null : masked(name.login),
      result: act.result,
      address: origin.address,
      agent: origin.agent,
      detail: act.detail ? JSON.stringify(act.detail) : null,
      at: origin.now,
    })
    .execute()
}

const masked = (login: string) => (/^\d{11}$/.test(login) ? maskPhone(login) : `${login.slice(0, 2)}****`)
