import type { ExportFacts } from '#contract/export.ts'
import type { Role } from '#contract/permission.ts'
import type { Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'

/** Who asks, from where and when. */
export interface Asker {
  memberId: string
  role: Role
  address: string
  agent: string
  now: Date
}

interface ExportAct {
  action: 'export.create' | 'export.download'
  exportId: string
  detail: { source: string; isFull: boolean; facts: ExportFacts }
}

/** A line of the activity log: an export takes data out of the platform, so who asked for it and who fetched it is kept. */
export async function recordExport(tx: Tx, account: AccountId, { action, exportId, detail }: ExportAct, asker: Asker): Promise<void> {
  const { memberId, address, agent, now } = asker
  await tx
    .insertInto('activity')
    .values({
      account_id: account,
      activity_id: newId(),
      member_id: memberId,
      action,
      object: exportId,
      address,
      agent,
      detail: JSON.stringify(detail),
      at: now,
    })
    .execute()
}
