import type { Got } from '#contract/call.ts'
import { operatorCustomerCalls } from '#contract/operator-customer.ts'
import { operatorSignInCalls } from '#contract/operator-sign-in.ts'
import { newId } from '#values/id.ts'
import type { Platform } from './platform.ts'

/** Staff attest the demo's empty account by hand, so that it may make links and send. */
export async function attestNewcomer({ operator, demo }: Platform['addresses']): Promise<void> {
  const post = async (path: string, body: object, cookie = '') => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': newId(), cookie }
    const answer = await fetch(operator + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(await answer.text())
    return answer
  }
  const signedIn = await post(operatorSignInCalls.byPassword.path, demo.operator)
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!
  const found = await fetch(`${operator}${operatorCustomerCalls.list.path}?search=${demo.empty.login}`, { headers: { cookie } })
  const { rows } = (await found.json()) as Got<typeof operatorCustomerCalls.list>
  const attested = { accountId: rows[0]!.accountId, name: '新客科技有限公司', reason: '核对营业执照原件' }
  await post(operatorCustomerCalls.attest.path, attested, cookie)
}
