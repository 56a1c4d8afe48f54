import { createHash } from 'node:crypto'
import { refuse } from '#contract/refusals.ts'
import type { OptOutPageAct, OptOutScope } from '#contract/unsubscribe/opt-out-page.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import { liftOptOut, optOut, readOptOutToken } from '#domain/blacklist/index.ts'
import { withdrawMarketing } from '#domain/delivery/index.ts'
import { consumeCode, proveByCode } from '#domain/identity/index.ts'
import { enqueueJob } from '#domain/platform/index.ts'
import { type AccountId, newId } from '#values/id.ts'

/** Name of the job (jobs/opt-out-everywhere.ts) that applies a person's request to all senders when it names none. */
const optOutEverywhereTask = 'opt_out_everywhere'

/** A person's request on the opt-out page, from a verified phone. */
export interface OptOutPageInput {
  recordId: string
  phone: string
  act: OptOutPageAct
  scope: OptOutScope
  /** Reason of the complaint. */
  words: string
  address: string
  agent: string
  at: Date
}

/** The sender that a link names: the text of the message and its account. */
export async function readOptOutSender(db: Db, secret: string, token: string, now: Date) {
  const target = await readOptOutToken(db, secret, token, now)
  if (typeof target === 'string') return { state: target, sender: null }
  const { account, signatureId } = target
  const sender = await asAccount(db, account, tx =>
    tx
      .selectFrom('signature')
      .innerJoin('account', 'account.accountId', 'signature.accountId')
      .select(['signature.text as signatureText', 'account.name', 'account.attestedName'])
      .where('signature.accountId', '=', account)
      .where('signature.signatureId', '=', signatureId)
      .executeTakeFirst(),
  )
  if (!sender) return { state: 'invalid' as const, sender: null }
  return { state: 'ok' as const, sender: { signatureText: sender.signatureText, accountName: sender.attestedName ?? sender.name } }
}

/**
 * Applies a person's request to a sender at once, or by a background job to all senders when no link names one. The
 * answer is the same for every number. Refuses `opt_out_link_invalid`, `code_invalid`, `too_many_requests`.
 */
export async function actOnOptOutPage(
  db: Db,
  secret: string,
  input: Omit<OptOutPageInput, 'recordId' | 'at'> & { token: string; code: string; now: Date },
): Promise<void> {
  const { token, code, now, ...facts } = input
  // A complaint needs a sender.
  if (token === '' && facts.act === 'complain') refuse('opt_out_link_invalid')
  const target = token === '' ? null : await readOptOutToken(db, secret, token, now)
  if (typeof target === 'string') refuse('opt_out_link_invalid')
  const given = { phone: facts.phone, purpose: 'opt-out', code, now } as const
  await proveByCode(db, secret, { ...given, address: facts.address, agent: facts.agent })
  const whole = { ...facts, recordId: newId(now.getTime()), at: now }
  if (target === null) {
    await db.transaction().execute(async tx => {
      await consumeCode(tx, secret, given)
      await enqueueJob(tx, optOutEverywhereTask, { ...whole, scope: 'account', at: now.toISOString() })
    })
    return
  }
  await asAccount(db, target.account, async tx => {
    await consumeCode(tx, secret, given)
    await grantInput(tx, target.account, whole, target)
  })
}

/** Applies a person's request to one sender and records the proof. Idempotent. */
export async function grantInput(
  tx: Tx,
  account: AccountId,
  facts: OptOutPageInput,
  from: { signatureId: string | null; broadcastId: string | null },
): Promise<void> {
  const { phone, act, words, address, agent, at } = facts
  const signatureId = act !== 'restore' && facts.scope === 'account' ? null : from.signatureId
  const message = await lastMarketing(tx, account, phone, from.signatureId)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('optOutRecord')
    .values({
      accountId: account,
      recordId: facts.recordId,
      phone,
      act,
      signatureId,
      broadcastId: from.broadcastId,
      messageId: message?.messageId ?? null,
      contentHash: message?.contentHash ?? null,
      words,
      address,
      agent,
      at,
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return
  if (act === 'restore') {
    await liftOptOut(tx, account, { phone, signatureId, now: at })
    return
  }
  const source = act === 'complain' ? 'complaint' : 'opt_out_page'
  await optOut(tx, account, { phone, signatureId, source, evidence: { address, agent, words, ...message }, now: at })
  await withdrawMarketing(tx, account, { phone, signatureId, now: at })
}

/** The last marketing message of a sender to a number, with the hash of its text. */
async function lastMarketing(tx: Tx, account: AccountId, phone: string, signatureId: string | null) {
  let query = tx
    .selectFrom('message')
    .select(['messageId', 'content'])
    .where('accountId', '=', account)
    .where('phone', '=', phone)
    .where('kind', '=', 'marketing')
    .where('state', 'not in', ['refused', 'canceled'])
  if (signatureId !== null) query = query.where('signatureId', '=', signatureId)
  const row = await query.orderBy('messageId', 'desc').limit(1).executeTakeFirst()
  return row ? { messageId: row.messageId, contentHash: createHash('sha256').update(row.content).digest('hex') } : null
}
