import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { Refusal } from '#contract/refusals.ts'
import { asAccount } from '#db/connect.ts'
import { platformAccount } from '#domain/messages/platform-account.ts'
import { sendCode } from '#jobs/send-code.ts'
import type { TestDatabase } from './database.ts'
import { runJobs } from './jobs.ts'

/** A browser's solution of a captcha: the JSON text that goes with a call. */
export const solutionOf = async (challenge: Challenge): Promise<string> =>
  JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })

/** Texts from our own account to a number, oldest first, after the waiting jobs have run. */
export async function textsTo(database: TestDatabase, phone: string, now: Date): Promise<string[]> {
  await runJobs(database, { send_code: sendCode }, now)
  const { accountId } = platformAccount
  const rows = await asAccount(database.db, accountId, tx =>
    tx.selectFrom('message').select('content').where('accountId', '=', accountId).where('phone', '=', phone).orderBy('messageId').execute(),
  )
  return rows.map(({ content }) => content)
}

/** The code in the latest text; throws when there is none. */
export async function lastCodeTo(database: TestDatabase, phone: string, now: Date): Promise<string> {
  const code = /\d{6}/.exec((await textsTo(database, phone, now)).at(-1) ?? '')?.[0]
  if (!code) throw new Error(`no code has come to ${phone}`)
  return code
}

/** The outcome of an attempt: `done`, or the refusal's code. Any other error is thrown. */
export const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )
