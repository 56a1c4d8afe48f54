import type { Db } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { type AuditAnchor, mismatchedAnchors } from './audit-anchor.ts'
import { type AuditReport, chainsOf, verifyChain } from './audit-verify.ts'

export interface VerificationReport {
  chainCount: number
  lineCount: number
  waitingCount: number
  /** Only chains with faults. */
  faulty: AuditReport[]
  /** Anchored heads that the chains no longer match. */
  mismatchedAnchors: AuditAnchor[]
}

/** Verifies the audit logs of all accounts and of staff, or only that of `only`. */
export async function verifyAllChains(
  db: Db,
  key: Buffer,
  heads: readonly AuditAnchor[],
  only: AccountId | null,
): Promise<VerificationReport> {
  const chains = only ? [only] : await chainsOf(db)
  const whole: VerificationReport = { chainCount: chains.length, lineCount: 0, waitingCount: 0, faulty: [], mismatchedAnchors: [] }
  for (const chain of chains) {
    const report = await verifyChain(db, key, chain)
    whole.lineCount += report.lineCount
    whole.waitingCount += report.waitingCount
    if (report.faults.length > 0) whole.faulty.push(report)
  }
  whole.mismatchedAnchors = await mismatchedAnchors(
    db,
    heads.filter(head => !only || head.chain === only),
  )
  return whole
}
