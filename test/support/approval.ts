import { adminApprovalCalls } from '#contract/staff/admin-approval.ts'
import { adminSignInCalls } from '#contract/staff/admin-sign-in.ts'
import { readAnswer } from '#test/support/answer.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'
import type { Platform } from './platform.ts'

/** A second member of staff approves all waiting requests. */
export async function approveWaiting({ admin, demo }: Platform['addresses'], login = 'finance'): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const signedIn = await fetch(admin + adminSignInCalls.byPassword.path, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': newId() },
    body: JSON.stringify({ login, password: demo.admin.password }),
  })
  const cookie = firstOrThrow(getOrThrow(signedIn.headers, 'set-cookie').split(';'))
  const list = await fetch(`${admin}${adminApprovalCalls.list.path}?state=waiting&pageSize=100`, { headers: { cookie } })
  for (const { approvalId, payloadHash, isOwn } of (await readAnswer(adminApprovalCalls.list, list)).rows) {
    if (isOwn) continue
    const decided = await fetch(admin + adminApprovalCalls.decide.path, {
      method: 'POST',
      headers: { ...headers, cookie, 'idempotency-key': newId() },
      body: JSON.stringify({ approvalId, payloadHash, decision: 'approved', answer: '' }),
    })
    if (!decided.ok) throw new Error(await decided.text())
  }
}
