import type { Got } from '#contract/call.ts'
import { operatorApprovalCalls } from '#contract/operator-approval.ts'
import { operatorSignInCalls } from '#contract/operator-sign-in.ts'
import { newId } from '#values/id.ts'
import type { Platform } from './platform.ts'

/** Another member of staff approves everything that waits for a second person. */
export async function approveWaiting({ operator, demo }: Platform['addresses'], login = 'finance'): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const signedIn = await fetch(operator + operatorSignInCalls.byPassword.path, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': newId() },
    body: JSON.stringify({ login, password: demo.operator.password }),
  })
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
  const list = await fetch(`${operator}${operatorApprovalCalls.list.path}?state=waiting&pageSize=100`, { headers: { cookie } })
  for (const { approvalId, payloadHash, isOwn } of ((await list.json()) as Got<typeof operatorApprovalCalls.list>).rows) {
    if (isOwn) continue
    const decided = await fetch(operator + operatorApprovalCalls.decide.path, {
      method: 'POST',
      headers: { ...headers, cookie, 'idempotency-key': newId() },
      body: JSON.stringify({ approvalId, payloadHash, decision: 'approved', answer: '' }),
    })
    if (!decided.ok) throw new Error(await decided.text())
  }
}
