import type { Db } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { type AuditHead, brokenHeads } from './audit-head.ts'
import { type AuditReport, chainsOf, verifyChain } from './audit-verify.ts'

export interface WholeReport {
  chainCount: number
  lineCount: number
  waitingCount: number
  /** Only chains with faults. */
  faulty: AuditReport[]
  /** Anchored heads that the chains no longer match. */
  brokenHeads: AuditHead[]
}

/** Verifies the audit logs of all accounts and of staff, or only that of `only`. */
export async function verifyAllChains(db: Db, key: Buffer, heads: readonly AuditHead[], only: AccountId | null): Promise<WholeReport> {
  const chains = only ? [only] : await chainsOf(db)
  const whole: WholeReport = { chainCount: chains.length, lineCount: 0, waitingCount: 0, faulty: [], brokenHeads: [] }
  for (const chain of chains) {
    const report = await verifyChain(db, key, chain)
    whole.lineCount += report.lineCount
    whole.waitingCount += report.waitingCount
    if (report.faults.length > 0) whole.faulty.push(report)
  }
  whole.brokenHeads = await brokenHeads(
    db,
    heads.filter(head => !only || head.chain === only),
  )
  return whole
}
