import { requireRecentStepUp } from '#domain/identity/index.ts'
import type { MemberContext } from './serve.ts'

/**
 * Answers with a whole number, once the member has proven within the last minutes that it is really the member. The
 * audit log records who looked, as for every POST call.
 */
export async function showNumber({ tx, account, sessionId, now }: MemberContext, phone: string): Promise<{ phone: string }> {
  await requireRecentStepUp(tx, account, { sessionId, purpose: 'number', now: now() })
  return { phone }
}
