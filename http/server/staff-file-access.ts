import type { FastifyRequest } from 'fastify'
import type { StaffActDetail } from '#contract/identity/staff-act.ts'
import { recordStaffRead } from '#domain/staff/index.ts'
import type { AccountId } from '#values/id.ts'
import type { StaffSession } from './app.ts'
import type { Services } from './serve.ts'

interface FileAccess {
  action: 'private-files/look' | 'invoices/preview' | 'sender-registrations/download' | 'proofs/look' | 'personal-data/download'
  /** The customer who owns the file; null: several. */
  account: AccountId | null
  object: string
  detail?: StaffActDetail
}

/**
 * Staff audit log of downloads: reading calls are not logged, but a downloaded file is. `within`: an earlier view that
 * showed the file.
 */
export const recordFileAccess = (
  services: Services,
  request: FastifyRequest,
  { staffId }: StaffSession,
  access: FileAccess,
  within?: string,
): Promise<void> =>
  recordStaffRead(services.db, { ...access, staffId, result: 'ok', address: request.ip, requestId: request.id, at: services.now() }, within)
