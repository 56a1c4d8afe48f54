import type { ExportFacts } from '#contract/export/export.ts'
import type { Role } from '#contract/identity/permission.ts'
import type { Tx } from '#db/connect.ts'
import { recordLine } from '#domain/identity/index.ts'
import { type AccountId, encodeId } from '#values/id.ts'

/** Who requests an export, from which address and when. */
export interface Requester {
  memberId: string
  role: Role
  address: string
  agent: string
  now: Date
}

interface ExportAct {
  exportId: string
  detail: { source: string; isFull: boolean; facts: ExportFacts }
}

/** Records a download in the audit log, since data leaves the platform. The request itself is recorded by its call. */
export async function recordDownload(tx: Tx, account: AccountId, { exportId, detail }: ExportAct, requester: Requester): Promise<void> {
  const { memberId, address, agent, now } = requester
  const member = await tx
    .selectFrom('member')
    .select('name')
    .where('accountId', '=', account)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  await recordLine(tx, account, {
    memberId,
    actor: member?.name ?? null,
    kind: 'operation',
    action: 'export.download',
    object: encodeId('export', exportId),
    result: 'ok',
    address,
    agent,
    detail,
    at: now,
  })
}
