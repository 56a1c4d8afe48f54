import { createHmac } from 'node:crypto'
import { type AppKind, scopes as everyScope, type Scope } from '#contract/apps/app-labels.ts'
import type { AppSettings } from '#contract/apps/app-setting.ts'
import { asAccount, type Db } from '#db/connect.ts'
import { createApp } from '#domain/apps/app.ts'
import { createKey } from '#domain/apps/key.ts'
import { openSignatureAlgorithm, openStringToSign } from '#domain/apps/open-signature.ts'
import { grantSegments } from '#domain/ledger/credit.ts'
import { newId } from '#values/id.ts'
import { createAccount, giveLinkUnits, type TestAccount } from './account.ts'

export const openSecret = 'test-secret-test-secret-test-secret'

/** A customer's program with its key. */
export interface Program extends TestAccount {
  appId: string
  accessKeyId: string
  secret: string
  /** Its `Authorization` header. */
  bearer: string
  signatureId: string
}

interface ProgramFacts {
  now: Date
  segmentCount?: number
  linkUnits?: number
  kind?: AppKind
  settings?: Partial<AppSettings>
  scopes?: readonly Scope[]
}

/**
 * An account with an approved signature 云栈, a code, a notice and a marketing template, segments, and an app with a key.
 */
export async function createProgram(db: Db, facts: ProgramFacts): Promise<Program> {
  const { now, segmentCount = 100, linkUnits = 0 } = facts
  const owner = await createAccount(db, { whenEmpty: 'stop' })
  const { account } = owner
  const signatureId = newId()
  await asAccount(db, account, async tx => {
    await tx
      .insertInto('signature')
      .values({
        accountId: account,
        signatureId,
        text: '云栈',
        kind: 'company',
        purpose: 'own',
        state: 'approved',
        extension: account.slice(-6),
      })
      .execute()
    const template = (code: string, kind: string, text: string, variables: unknown[], state = 'approved') => ({
      accountId: account,
      templateId: newId(),
      code,
      name: code,
      kind,
      text,
      variables: JSON.stringify(variables),
      state,
    })
    await tx
      .insertInto('template')
      .values([
        template('SMS_1', 'otp', '验证码${code}', [{ name: 'code', kind: 'code', maxLength: 6 }]),
        template('SMS_2', 'transactional', '您的订单${no}已发货', [{ name: 'no', kind: 'alphanumeric', maxLength: 20 }]),
        template('SMS_3', 'marketing', '周末全场八折', []),
        template('SMS_4', 'transactional', '还没有审核', [], 'reviewing'),
      ])
      .execute()
    if (segmentCount > 0)
      await grantSegments(tx, account, {
        grantId: newId(),
        kind: 'general',
        name: '通用',
        segmentCount,
        source: 'gift',
        startsAt: new Date(now.getTime() - 1000),
        expiresAt: new Date(now.getTime() + 86_400_000),
      })
    if (linkUnits > 0) await giveLinkUnits(tx, account, linkUnits, 30, now)
  })
  return { ...owner, signatureId, ...(await addProgram(db, owner, facts)) }
}

/** Another app of an account, with a key. */
export async function addProgram(db: Db, { account }: Pick<TestAccount, 'account'>, facts: ProgramFacts) {
  const { now, kind = 'production', settings = {}, scopes = everyScope } = facts
  return asAccount(db, account, async tx => {
    const { appId } = await createApp(tx, account, { name: `应用${newId()}`.slice(-20), kind, settings, memberId: null, now })
    const key = await createKey(tx, account, { appId, scopes, master: openSecret, memberId: null, now })
    return { appId, ...key, bearer: `Bearer ${key.accessKeyId}:${key.secret}` }
  })
}

/** Headers that sign a request in our own format. */
export function signatureHeaders(
  { accessKeyId, secret }: Pick<Program, 'accessKeyId' | 'secret'>,
  request: { method: string; path: string; query?: string; body?: string; at: Date; nonce?: string },
): Record<string, string> {
  const { method, path, query = '', body = '', at, nonce = newId() } = request
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const text = openStringToSign({ timestamp, nonce, method, path, query, body })
  const signature = createHmac('sha256', secret).update(text).digest('hex')
  return {
    authorization: `${openSignatureAlgorithm} Credential=${accessKeyId}, Signature=${signature}`,
    'x-hongyan-timestamp': timestamp,
    'x-hongyan-nonce': nonce,
  }
}
