import { sql } from 'kysely'
import type { ProofUse } from '#contract/content/signature-proof.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db, type Executor, type Tx } from '#db/connect.ts'
import type { Files } from '#domain/platform/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { pick } from '#values/pick.ts'

export interface Proof {
  proofId: string
  use: ProofUse
  fileName: string
  mediaType: string
  byteCount: number
}

const signatures = [
  { mediaType: 'image/png', bytes: Buffer.from('89504e470d0a1a0a', 'hex') },
  { mediaType: 'image/jpeg', bytes: Buffer.from('ffd8ff', 'hex') },
  { mediaType: 'application/pdf', bytes: Buffer.from('%PDF-') },
]

/** The media type by the file's first bytes, never by its name; null unless it is one of the three allowed. */
function proofMediaType(head: Buffer): string | null {
  return signatures.find(({ bytes }) => head.subarray(0, bytes.length).equals(bytes))?.mediaType ?? null
}

interface NewProof {
  fileName: string
  bytes: AsyncIterable<Buffer> | Iterable<Buffer>
  memberId: string
  now: Date
}

/**
 * Stores a file until the form that it belongs to is saved. Refuses `file_too_large`, `file_empty`,
 * `proof_kind_unknown`, and `too_many` for unattached files.
 */
export async function receiveProof(db: Db, account: AccountId, files: Files, input: NewProof): Promise<Proof> {
  const proofId = newId()
  const bytes = await wholeOf(input.bytes)
  const mediaType = proofMediaType(bytes.subarray(0, 16)) ?? refuse('proof_kind_unknown')
  const { byteCount } = await files.writeEncrypted(account, proofId, bytes)
  try {
    const proof = { proofId, use: 'other' as const, fileName: input.fileName, mediaType, byteCount }
    await asAccount(db, account, tx => insertProof(tx, account, { ...proof, ...input }))
    return proof
  } catch (error) {
    await files.remove(account, proofId)
    throw error
  }
}

async function insertProof(tx: Tx, account: AccountId, proof: Proof & { memberId: string; now: Date }): Promise<void> {
  const { count } = await tx
    .selectFrom('proof')
    .select(sql<number>`count(*)`.as('count'))
    .where('accountId', '=', account)
    .where('signatureId', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= limits.unattachedProofs) refuse('too_many', { limit: limits.unattachedProofs, noun: '未提交的证明材料' })
  await tx
    .insertInto('proof')
    .values({ accountId: account, ...pick(proof, 'proofId', 'fileName', 'mediaType', 'byteCount', 'memberId'), createdAt: proof.now })
    .execute()
}

interface GivenProof {
  use: ProofUse
  fileName: string
  bytes: Buffer
}

/**
 * Stores files that arrive with their request, in its transaction; returns the input of `attachProofs`. `undo` collects
 * what to do if the transaction fails. Refuses like `receiveProof`.
 */
export async function saveProofs(
  tx: Tx,
  account: AccountId,
  files: Files,
  given: readonly GivenProof[],
  by: { memberId: string; now: Date; undo: (work: () => Promise<void>) => void },
): Promise<AttachedProof[]> {
  const kept: AttachedProof[] = []
  for (const { use, fileName, ...file } of given) {
    const bytes = await wholeOf([file.bytes])
    const mediaType = proofMediaType(bytes.subarray(0, 16)) ?? refuse('proof_kind_unknown')
    const proofId = newId()
    by.undo(() => files.remove(account, proofId))
    const { byteCount } = await files.writeEncrypted(account, proofId, bytes)
    await insertProof(tx, account, { proofId, use, fileName, mediaType, byteCount, ...by })
    kept.push({ proofId, use })
  }
  return kept
}

/** Reads all bytes of a proof; refuses as soon as the maximum is exceeded. */
async function wholeOf(source: NewProof['bytes']): Promise<Buffer> {
  const chunks: Buffer[] = []
  let byteCount = 0
  for await (const chunk of source) {
    byteCount += chunk.length
    if (byteCount > limits.proofBytes) refuse('file_too_large', { megabytes: limits.proofBytes / 1024 / 1024 })
    chunks.push(chunk)
  }
  return byteCount === 0 ? refuse('file_empty') : Buffer.concat(chunks)
}

export interface AttachedProof {
  proofId: string
  use: ProofUse
}

/**
 * Replaces the proofs of a signature, each with its use. Refuses `not_found` for an unknown one or one of another
 * signature.
 */
export async function attachProofs(tx: Tx, account: AccountId, signatureId: string, proofs: readonly AttachedProof[]): Promise<void> {
  const uses = new Map(proofs.map(proof => [proof.proofId, proof.use]))
  const ids = [...uses.keys()]
  await sql`update proof set signature_id = null
    where account_id = ${account} and signature_id = ${signatureId} and proof_id <> all(${ids}::uuid[])`.execute(tx)
  const { rows } = await sql`update proof set signature_id = ${signatureId}, use = given.use
    from unnest(${ids}::uuid[], ${[...uses.values()]}::text[]) as given(id, use)
    where account_id = ${account} and proof_id = given.id and (signature_id is null or signature_id = ${signatureId})
    returning proof_id`.execute(tx)
  if (rows.length < ids.length) refuse('not_found')
}

/** The proofs of a signature in upload order. */
export async function proofsOf(executor: Executor, account: AccountId, signatureId: string): Promise<Proof[]> {
  const rows = await executor
    .selectFrom('proof')
    .select(['proofId', 'use', 'fileName', 'mediaType', 'byteCount'])
    .where('accountId', '=', account)
    .where('signatureId', '=', signatureId)
    .orderBy('proofId')
    .execute()
  return rows.map(present)
}

const present = (row: { proofId: string; use: ProofUse; fileName: string; mediaType: string; byteCount: number }): Proof => row

/** One proof; refuses `not_found`. */
export async function readProof(executor: Executor, account: AccountId, proofId: string): Promise<Proof> {
  const row = await executor
    .selectFrom('proof')
    .select(['proofId', 'use', 'fileName', 'mediaType', 'byteCount'])
    .where('accountId', '=', account)
    .where('proofId', '=', proofId)
    .executeTakeFirst()
  return row ? present(row) : refuse('not_found')
}

/**
 * Purges files uploaded more than a day ago and never attached. Takes the platform's database; returns the number.
 * Deletes the file before the row, so that no file is orphaned.
 */
export async function purgeUnattachedProofs(db: Db, files: Files, now: Date): Promise<number> {
  const before = new Date(now.getTime() - 86_400_000)
  const { rows } = await sql<{ accountId: AccountId; proofId: string }>`
    select account_id, proof_id from proof -- across accounts: retention of unattached files
    where signature_id is null and created_at < ${before} limit 500`.execute(db)
  for (const { accountId, proofId } of rows) {
    await asAccount(db, accountId, async tx => {
      const { rows: loose } = await sql`delete from proof
        where account_id = ${accountId} and proof_id = ${proofId} and signature_id is null returning proof_id`.execute(tx)
      if (loose.length > 0) await files.remove(accountId, proofId)
    })
  }
  return rows.length
}
