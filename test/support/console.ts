import type { Call, CallAnswerWire, CallInputWire } from '#contract/call.ts'
import type { Role } from '#contract/identity/permission.ts'
import type { StepUpPurpose } from '#contract/identity/step-up.ts'
import { asAccount } from '#db/connect.ts'
import { seedReference } from '#db/seed/reference.ts'
import { createAccount as makeAccount } from '#domain/identity/account.ts'
import { hashPassword } from '#domain/platform/password.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { readAnswer, readRefusal, sendCall } from '#test/support/answer.ts'
import { type AccountId, newAccountId, newId } from '#values/id.ts'
import { matchOrThrow, takeOrThrow } from '#values/or-throw.ts'
import type { TestDatabase } from './database.ts'
import { proveSessions } from './session.ts'

const consoleSecret = 'a secret of at least thirty-two characters'
export const consolePassword = 'Chengdu#7741'

/** The outcome of an act in a browser: `ok` with the answer, or the refusal's code. */
interface Outcome<C> {
  code: string
  answer: CallAnswerWire<C> | null
  fields: Record<string, string>
}

/** One browser with its own cookies. */
export interface Browser {
  act: <C extends Call>(call: C, input: CallInputWire<C>) => Promise<Outcome<C>>
  cookies: Map<string, string>
}

/** The customer console on a free port. `now` is the test's clock. */
export async function startConsole(database: TestDatabase, now: () => Date) {
  // The platform's own messages need its account and a channel.
  await seedReference(database.url, { secret: consoleSecret, upstream: { host: '127.0.0.1', port: 2775 }, now: now() })
  const app = await createCustomerApp({ db: database.db, secret: consoleSecret, now, publicUrl: undefined })
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  const passwordHash = await hashPassword(consolePassword)

  const browser = (): Browser => {
    const cookies = new Map<string, string>()
    const act: Browser['act'] = async (call, input) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await sendCall(base, call, input, { cookie })
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = takeOrThrow(matchOrThrow(/^([^=]+)=([^;]*)/, line), 3)
        cookies.set(name, value)
      }
      if (response.ok) return { code: 'ok', answer: await readAnswer(call, response), fields: {} }
      const error = await readRefusal(response)
      return { code: error.code, answer: null, fields: error.fields ?? {} }
    }
    return { act, cookies }
  }

  let made = 0
  /** An account with its owner; `join` adds members of other roles. */
  async function newAccount(name = '江南茶业') {
    made += 1
    const account = newAccountId()
    const phone = `1380014${String(1000 + made)}`
    const { memberId } = await asAccount(database.db, account, tx =>
      makeAccount(tx, { account, name, phone, memberName: '王五', passwordHash, now: now() }),
    )
    return { account, memberId, phone }
  }
  async function join(account: AccountId, role: Role, name: string = role) {
    made += 1
    const memberId = newId()
    const phone = `1380014${String(1000 + made)}`
    await asAccount(database.db, account, async tx => {
      await tx.insertInto('loginName').values({ login: phone, accountId: account, memberId }).execute()
      await tx
        .insertInto('member')
        .values({ accountId: account, memberId, login: phone, phone, name, role, passwordHash, passwordChangedAt: now() })
        .execute()
    })
    return { account, memberId, phone }
  }

  /** Grants a browser's session step-up for an act, without a code. */
  const prove = (account: AccountId, memberId: string, purpose: StepUpPurpose) =>
    proveSessions(database.db, { account, memberId }, purpose, now())
  return { base, browser, newAccount, join, prove, close: () => app.close() }
}
