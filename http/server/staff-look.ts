import type { FastifyRequest } from 'fastify'
import type { StaffActDetail } from '#contract/identity/staff-act.ts'
import { recordStaffLook } from '#domain/staff/index.ts'
import type { AccountId } from '#values/id.ts'
import type { StaffSession } from './app.ts'
import type { Services } from './serve.ts'

interface Look {
  action: 'private-files/look' | 'invoices/preview' | 'filings/download' | 'proofs/look'
  /** The customer whose it is; null: of many. */
  account: AccountId | null
  object: string
  detail?: StaffActDetail
}

/**
 * A line in the staff's log for bytes that leave by a door: calls that read leave none, but a file that is carried away does. `within`: a look that showed the
 * file already.
 */
export const recordLook = (
  services: Services,
  request: FastifyRequest,
  { staffId }: StaffSession,
  look: Look,
  within?: string,
): Promise<void> =>
  recordStaffLook(services.db, { ...look, staffId, result: 'ok', address: request.ip, requestId: request.id, at: services.now() }, within)
