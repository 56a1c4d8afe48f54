import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import { adminSignInCalls } from '#contract/staff/admin-sign-in.ts'
import { readAnswer } from '#test/support/answer.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'
import type { Platform } from './platform.ts'

/** Staff attest the demo's empty account manually, so that it may create links and send. */
export async function grantAttestation({ admin, demo }: Platform['addresses']): Promise<void> {
  const post = async (path: string, body: object, cookie = '') => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': newId(), cookie }
    const answer = await fetch(admin + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(await answer.text())
    return answer
  }
  const signedIn = await post(adminSignInCalls.byPassword.path, demo.admin)
  const cookie = firstOrThrow(getOrThrow(signedIn.headers, 'set-cookie').split(';'))
  const found = await fetch(`${admin}${adminCustomerCalls.list.path}?search=${demo.empty.login}`, { headers: { cookie } })
  const { rows } = await readAnswer(adminCustomerCalls.list, found)
  const attested = { accountId: firstOrThrow(rows).accountId, name: '新客科技有限公司', reason: '核对营业执照原件' }
  await post(adminCustomerCalls.grantAttestation.path, attested, cookie)
}
