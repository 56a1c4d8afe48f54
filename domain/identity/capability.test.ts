import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import {
  type AttestationStatus,
  attestationStatusNames,
  type Capability,
  capabilityNames,
  capabilityProblem,
  mayDo,
} from '#contract/account/capability.ts'
import { customerCalls } from '#contract/calls.ts'
import { plainLink } from '#contract/links/link.ts'
import { Refusal } from '#contract/refusals.ts'
import { asAccount, type Tx } from '#db/connect.ts'
import { sendingProblem } from '#domain/messages/permission.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { encodeId, newId } from '#values/id.ts'
import { attestationStatusOf, requireCapability, requireDailyRoom } from './capability.ts'

const now = new Date('2026-11-21T02:00:00Z')
const database = prepareTestDatabase()
const accounts = {} as Record<AttestationStatus, TestAccount>
beforeAll(async () => {
  for (const attestationStatus of attestationStatusNames) {
    accounts[attestationStatus] = await createAccount(database.db, { attested: attestationStatus !== 'none' })
    const columns = {
      attestedAs: attestationStatus === 'person' ? 'person' : 'company',
      attestedUntil: attestationStatus === 'lapsed' ? '2026-11-20' : null,
    }
    if (attestationStatus !== 'none')
      await inAccount(attestationStatus, tx =>
        tx.updateTable('account').set(columns).where('accountId', '=', accounts[attestationStatus].account).execute(),
      )
  }
})

const refusalsOfTable = ['account_not_attested', 'attestation_lapsed', 'company_required', 'input_invalid']
const emptyBatch = { targetColumn: 0, codeColumn: null, titleColumn: null, tagsColumn: null, endsColumn: null }

const inAccount = <T>(attestationStatus: AttestationStatus, work: (tx: Tx) => Promise<T>) =>
  asAccount(database.db, accounts[attestationStatus].account, work)
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )

test('capability table: unattested accounts send nothing, marketing and own domains need a company, expired ones keep what recipients wait for', () => {
  const may = (capability: Capability) => attestationStatusNames.filter(attestationStatus => mayDo(attestationStatus, capability))
  expect(may('message.send')).toEqual(['person', 'company', 'lapsed'])
  expect(may('marketing.send')).toEqual(['company'])
  expect(may('domain.add')).toEqual(['company'])
  expect(may('link.create')).toEqual(['person', 'company'])
})

test.each(attestationStatusNames)(
  'account that is %s: has this state and gets the table’s refusals with their text',
  async attestationStatus => {
    expect(await inAccount(attestationStatus, tx => attestationStatusOf(tx, accounts[attestationStatus].account, now))).toBe(
      attestationStatus,
    )
    for (const capability of capabilityNames) {
      const refused = inAccount(attestationStatus, tx => requireCapability(tx, accounts[attestationStatus].account, capability, now))
      expect([capability, await codeOf(refused)]).toEqual([capability, capabilityProblem(attestationStatus, capability)])
    }
  },
)

test('every call that needs a capability: refused in each state without it, before any other check', async () => {
  const app = await createCustomerApp({ db: database.db, now: () => new Date(), secret: 'x'.repeat(32) })
  const gated = Object.values(customerCalls)
    .flatMap(group => Object.values(group))
    .filter(call => call.needs !== undefined)
  expect(gated.map(call => call.path).sort()).toEqual([
    '/api/link-batches/add',
    '/api/link-batches/start',
    '/api/link-domains/add',
    '/api/links/create',
  ])
  const bodies: Record<string, object> = {
    '/api/links/create': { ...plainLink, target: 'https://example.com/', domain: '', ownCode: null, password: null },
    '/api/link-batches/add': { linkBatchId: encodeId('linkBatch', newId()), uploadId: encodeId('upload', newId()) },
    '/api/link-domains/add': { domain: 'go.example.com' },
    '/api/link-batches/start': {
      batch: {
        ...emptyBatch,
        way: 'targets',
        uploadId: encodeId('upload', newId()),
        hasHeader: true,
        domain: '',
        linkGroupId: null,
        endsAt: null,
      },
    },
  }
  for (const attestationStatus of attestationStatusNames) {
    const { account, memberId } = accounts[attestationStatus]
    const cookie = await createSessionCookie(database.db, account, memberId)
    for (const call of gated) {
      const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': newId() }
      const answer = await app.inject({ method: 'POST', url: call.path, headers, payload: bodies[call.path]! })
      const code = z.looseObject({ error: z.looseObject({ code: z.string() }).optional() }).parse(answer.json()).error?.code ?? 'ok'
      const expected = capabilityProblem(attestationStatus, call.needs!)
      // An allowed account may meet other refusals: there is no such upload or package.
      if (expected === null)
        expect([attestationStatus, call.path, refusalsOfTable.includes(code)]).toEqual([attestationStatus, call.path, false])
      else expect([attestationStatus, call.path, code]).toEqual([attestationStatus, call.path, expected])
    }
  }
  await app.close()
})

test('texts: checked against the table by kind, in the order of all checks', async () => {
  for (const attestationStatus of attestationStatusNames) {
    const { account } = accounts[attestationStatus]
    const signatureId = newId()
    for (const kind of ['transactional', 'marketing'] as const) {
      const templateId = newId()
      const problem = await inAccount(attestationStatus, async tx => {
        await tx
          .insertInto('signature')
          .values({
            accountId: account,
            signatureId,
            text: '测试商城',
            state: 'approved',
            kind: 'company',
            purpose: 'own',
            extension: `${String(attestationStatusNames.indexOf(attestationStatus))}00001`,
          })
          .onConflict(conflict => conflict.doNothing())
          .execute()
        await tx
          .insertInto('template')
          .values({
            accountId: account,
            templateId,
            code: `SMS_${templateId.slice(-6)}`,
            name: kind,
            kind,
            text: '内容',
            variables: '[]',
            state: 'approved',
          })
          .execute()
        return sendingProblem(tx, account, { signatureId, templateId, now })
      })
      expect([attestationStatus, kind, problem]).toEqual([
        attestationStatus,
        kind,
        capabilityProblem(attestationStatus, kind === 'marketing' ? 'marketing.send' : 'message.send'),
      ])
    }
  }
})

test('daily quota of persons: a thousand segments; refunds and the next day make room', async () => {
  const { account } = accounts.person
  const ask = (count: number, at = now) => codeOf(inAccount('person', tx => requireDailyRoom(tx, account, count, at)))
  expect([await ask(1000), await ask(1001)]).toEqual([null, 'daily_segments_exceeded'])
  const holdId = newId(now.getTime())
  await inAccount('person', tx =>
    tx.insertInto('chargeHold').values({ accountId: account, holdId, segmentCount: 600, kind: 'transactional', createdAt: now }).execute(),
  )
  expect([await ask(400), await ask(401)]).toEqual([null, 'daily_segments_exceeded'])
  await inAccount('person', tx =>
    tx.updateTable('chargeHold').set({ voidedCount: 100 }).where('accountId', '=', account).where('holdId', '=', holdId).execute(),
  )
  expect(await ask(500)).toBe(null)
  expect(await ask(1000, new Date('2026-11-21T16:00:00Z'))).toBe(null)
  expect(await codeOf(inAccount('company', tx => requireDailyRoom(tx, accounts.company.account, 1_000_000, now)))).toBe(null)
})
