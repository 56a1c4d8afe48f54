import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/**
 * Progress of an account with its texts and its sending: the steps that the checklist of a new account ticks off, and
 * what waits for a person.
 */
export interface Progress {
  hasSignature: boolean
  hasTemplate: boolean
  hasSent: boolean
  reviewingSignatures: number
  reviewingTemplates: number
  rejectedSignatures: number
  rejectedTemplates: number
  pausedBroadcasts: number
  heldBroadcasts: number
}

/** Reads some small tables, and of messages only whether there is one. */
export async function readProgress(executor: Executor, account: AccountId): Promise<Progress> {
  const { rows } = await sql<Progress>`
    select (select count(*) > 0 from signature where account_id = ${account} and state = 'approved') as "hasSignature",
           (select count(*) > 0 from template where account_id = ${account} and state = 'approved') as "hasTemplate",
           exists (select from message where account_id = ${account}) as "hasSent",
           (select count(*) from signature where account_id = ${account} and state = 'reviewing') as "reviewingSignatures",
           (select count(*) from template where account_id = ${account} and state = 'reviewing') as "reviewingTemplates",
           (select count(*) from signature where account_id = ${account} and state = 'rejected') as "rejectedSignatures",
           (select count(*) from template where account_id = ${account} and state = 'rejected') as "rejectedTemplates",
           (select count(*) from broadcast where account_id = ${account} and state = 'paused') as "pausedBroadcasts",
           (select count(*) from broadcast where account_id = ${account} and state = 'held') as "heldBroadcasts"`.execute(executor)
  return firstOrThrow(rows)
}
