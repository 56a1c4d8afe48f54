import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import { type AccountId, staffChainId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { type ChainEnds, chainHashOf, isEqual, linesOf, proofOf } from './audit-line.ts'

/** A fault in an audit log: a line changed, deleted or inserted outside of the application, or a broken hash. */
export type AuditFault =
  | { kind: 'changed' | 'removed' | 'added'; auditId: string; position: number | null }
  | { kind: 'entry_removed' | 'ends_changed'; auditId: null; position: number | null }

export interface AuditReport {
  chain: AccountId
  lineCount: number
  /** Lines not yet chained. */
  waitingCount: number
  /** The chain's head for people to compare: the first 16 hexadecimal digits of its hash. */
  head: string
  faults: AuditFault[]
}

const batch = 1000
/** The maximum number of listed faults. */
const maxFaults = 1000

/**
 * Tamper detection: verifies the hash chain of an account's audit log (or the staff's) from start to end and lists
 * every line that was changed, deleted or inserted outside of the application. Includes lines added meanwhile.
 */
export async function verifyChain(executor: Executor, key: Buffer, chain: AccountId): Promise<AuditReport> {
  const waitingCount = await countWaiting(executor, chain)
  const begin = await endsOf(executor, chain)
  const walk = new Walk(executor, key, chain, begin)
  await walk.toEnd()
  // Hashes and head are written together: the head, read after the hashes, is never behind them.
  let end = await endsOf(executor, chain)
  if (end.headPosition > walk.position) {
    await walk.toEnd()
    end = await endsOf(executor, chain)
  }
  // Retention, a daily job, moved the start of the chain meanwhile: verify again from there.
  if (end.basePosition !== begin.basePosition) return verifyChain(executor, key, chain)
  const { faults, position, previous, lineCount } = walk
  for (let gap = position + 1; gap <= end.headPosition && faults.length < maxFaults; gap += 1)
    faults.push({ kind: 'entry_removed', auditId: null, position: gap })
  const isWhole = end.headPosition === position && isEqual(end.headHash, previous)
  const isProven = isEqual(end.proof, end.headPosition === 0 ? end.proof : proofOf(key, chain, end))
  if ((!isWhole && end.headPosition <= position) || !isProven) faults.push({ kind: 'ends_changed', auditId: null, position: null })
  for (const auditId of await unchainedLines(executor, chain)) faults.push({ kind: 'added', auditId, position: null })
  return { chain, lineCount, waitingCount, head: previous.toString('hex').slice(0, 16), faults }
}

const nothing = Buffer.alloc(0)

async function endsOf(executor: Executor, chain: AccountId): Promise<ChainEnds & { proof: Buffer }> {
  const row = await executor.selectFrom('auditChain').selectAll().where('accountId', '=', chain).executeTakeFirst()
  if (!row) return { basePosition: 0, baseHash: nothing, headPosition: 0, headHash: nothing, proof: nothing }
  const { basePosition, baseHash, headPosition, headHash, proof } = row
  return { basePosition, baseHash, headPosition, headHash, proof }
}

/** Iterates over a chain, a thousand hashes at a time. */
class Walk {
  readonly faults: AuditFault[] = []
  lineCount = 0
  position: number
  previous: Buffer
  readonly #executor: Executor
  readonly #key: Buffer
  readonly #chain: AccountId

  constructor(executor: Executor, key: Buffer, chain: AccountId, begin: ChainEnds) {
    this.#executor = executor
    this.#key = key
    this.#chain = chain
    this.position = begin.basePosition
    this.previous = begin.baseHash
  }

  async toEnd(): Promise<void> {
    while (this.faults.length < maxFaults) {
      const entries = await this.#executor
        .selectFrom('auditChainEntry')
        .selectAll()
        .where('accountId', '=', this.#chain)
        .where('position', '>', this.position)
        .orderBy('position')
        .limit(batch)
        .execute()
      if (entries.length === 0) return
      const ids = entries.map(entry => entry.auditId)
      const lines = await linesOf(this.#executor, this.#chain, ids)
      const textOf = new Map(lines.map(({ auditId, text }) => [auditId, text]))
      for (const entry of entries) this.#take(entry, textOf.get(entry.auditId))
    }
  }

  #take(entry: { auditId: string; position: number; form: number; hash: Buffer; chainedAt: Date }, text: string | undefined): void {
    const { auditId, position, form, hash } = entry
    for (let gap = this.position + 1; gap < position && this.faults.length < maxFaults; gap += 1)
      this.faults.push({ kind: 'entry_removed', auditId: null, position: gap })
    const chained = { chain: this.#chain, position, form, chainedAtMs: entry.chainedAt.getTime() }
    if (text === undefined) this.faults.push({ kind: 'removed', auditId, position })
    // After a reported gap a hash can't be verified against its predecessor.
    else if (position === this.position + 1 && !isEqual(hash, chainHashOf(this.#key, chained, this.previous, text)))
      this.faults.push({ kind: 'changed', auditId, position })
    this.previous = hash
    this.position = position
    this.lineCount += 1
  }
}

/** Lines that are neither chained nor waiting for it. */
async function unchainedLines(executor: Executor, chain: AccountId): Promise<string[]> {
  const lines = chain === staffChainId ? sql`staff_audit_log` : sql`audit_log where account_id = ${chain}`
  const { rows } = await sql<{ auditId: string }>`
    select audit_id from ${lines} except (
      select audit_id from audit_chain_entry where account_id = ${chain}
      union all select audit_id from audit_chain_queue where account_id = ${chain})
    order by audit_id limit ${maxFaults}`.execute(executor)
  return rows.map(row => row.auditId)
}

async function countWaiting(executor: Executor, chain: AccountId): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from audit_chain_queue where account_id = ${chain}`.execute(
    executor,
  )
  return firstOrThrow(rows).count
}

/** All chains, including accounts with lines but no chain yet. */
export async function chainsOf(executor: Executor): Promise<AccountId[]> {
  const { rows } = await sql<{ accountId: AccountId }>`
    select account_id from audit_chain -- across accounts: every log is verified
    union select account_id from account union select ${staffChainId}::uuid order by 1`.execute(executor)
  return rows.map(row => row.accountId)
}
