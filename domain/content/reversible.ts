import { sql } from 'kysely'
import { z } from 'zod'
import type { UndoCounts } from '#contract/undo/undo.ts'
import type { Tx } from '#db/connect.ts'
import { type ReversibleAct, type ReversibleRows, recordRows, type UndoRow, unchangedRows } from '#domain/undo-record/index.ts'
import type { AccountId } from '#values/id.ts'
import { recordReview } from './review-history.ts'
import type { ReviewedObject } from './review-step.ts'

const isDefault = { signature: sql`signature.is_default`, template: sql`false` }
const reversible = (object: ReviewedObject): ReversibleRows => ({
  subject: object,
  image: sql`jsonb_build_object('state', ${sql.ref(`${object}.state`)}, 'isDefault', ${isDefault[object]})`,
})

const contentImage = z.object({ state: z.string(), isDefault: z.boolean() })

/** Deletes a signature or template so that it can be undone (domain/undo-record/). */
export const recordDeletion = <Answer extends object>(
  tx: Tx,
  account: AccountId,
  { object, objectId, ...act }: ReversibleAct & { object: ReviewedObject; objectId: string },
  work: () => Promise<Answer>,
): Promise<Answer & { undoId: string | null }> => {
  const where = sql<boolean>`${sql.ref(`${object}.account_id`)} = ${account} and ${sql.ref(`${object}.${object}_id`)} = ${objectId}`
  return recordRows(tx, account, reversible(object), { ...act, where }, work)
}

/**
 * Gives deleted signatures or templates their state again; a signature, unless another one has its text by now. The
 * default signature is it again, unless another one became it.
 */
export const restoreContents =
  (object: ReviewedObject) =>
  async (tx: Tx, account: AccountId, rows: readonly UndoRow[], by: { memberId: string; now: Date }): Promise<UndoCounts> => {
    const { same, counts } = await unchangedRows(tx, account, reversible(object), rows)
    let restored = 0
    for (const { objectId, before } of same) {
      const { state, isDefault } = contentImage.parse(before)
      if (object === 'signature' && (await isTaken(tx, account, objectId, state))) continue
      await sql`update ${sql.table(object)} set state = ${state}
        where account_id = ${account} and ${sql.ref(`${object}_id`)} = ${objectId}`.execute(tx)
      if (isDefault)
        await sql`update signature set is_default = true where account_id = ${account} and signature_id = ${objectId} and not exists (
          select from signature other where other.account_id = ${account} and other.is_default)`.execute(tx)
      await recordReview(tx, account, { object, objectId, decision: 'restored', ...by })
      restored += 1
    }
    return { ...counts, restored, taken: same.length - restored }
  }

async function isTaken(tx: Tx, account: AccountId, signatureId: string, state: string): Promise<boolean> {
  if (state === 'disabled') return false
  const { rows } = await sql`
    select from signature other join signature own on own.account_id = ${account} and own.signature_id = ${signatureId}
    where other.account_id = ${account} and lower(other.text) = lower(own.text) and other.state not in ('disabled', 'deleted')`.execute(tx)
  return rows.length > 0
}
