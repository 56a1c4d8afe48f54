import type { CallAnswerWire } from '#contract/call.ts'
import { adminApprovalCalls } from '#contract/staff/admin-approval.ts'
import { adminSignInCalls } from '#contract/staff/admin-sign-in.ts'
import { newId } from '#values/id.ts'
import type { Platform } from './platform.ts'

/** A second member of staff approves all waiting requests. */
export async function approveWaiting({ admin, demo }: Platform['addresses'], login = 'finance'): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const signedIn = await fetch(admin + adminSignInCalls.byPassword.path, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': newId() },
    body: JSON.stringify({ login, password: demo.admin.password }),
  })
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
  const list = await fetch(`${admin}${adminApprovalCalls.list.path}?state=waiting&pageSize=100`, { headers: { cookie } })
  for (const { approvalId, payloadHash, isOwn } of ((await list.json()) as CallAnswerWire<typeof adminApprovalCalls.list>).rows) {
    if (isOwn) continue
    const decided = await fetch(admin + adminApprovalCalls.decide.path, {
      method: 'POST',
      headers: { ...headers, cookie, 'idempotency-key': newId() },
      body: JSON.stringify({ approvalId, payloadHash, decision: 'approved', answer: '' }),
    })
    if (!decided.ok) throw new Error(await decided.text())
  }
}
