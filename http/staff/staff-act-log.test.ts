import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { adminCalls } from '#contract/calls.ts'
import { isLogged } from '#contract/identity/audit-log-labels.ts'
import { staffActFields } from '#contract/identity/staff-act.ts'
import { adminPackageCalls } from '#contract/orders/admin-package.ts'
import { adminAuditLogCalls } from '#contract/staff/admin-audit-log.ts'
import { startBackOffice } from '#test/support/back-office.ts'
import { createChannel } from '#test/support/channel.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { createFullAccount, type Ids, isKnownId, sentId } from '#test/support/full-account/full-account.ts'
import { encodeId, newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const now = new Date()
let database: Awaited<ReturnType<typeof createTestDatabase>>
let office: Awaited<ReturnType<typeof startBackOffice>>
let account: string
let ids: Ids

beforeAll(async () => {
  database = await createTestDatabase()
  office = await startBackOffice(database, () => now)
  await createChannel(database.platformDb)
  const full = await createFullAccount(database.db, now)
  account = full.account
  ids = full.ids
})
afterAll(async () => {
  await office?.close()
  await database?.close()
})

const soon = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()
const otherIds = {
  staffId: 'staff',
  channelId: 'channel',
  wordId: 'word',
  announcementId: 'announcement',
  routeId: 'route',
  approvalId: 'approval',
  refundId: 'refund',
  receiptId: 'receipt',
  attestationId: 'attestation',
  objectId: 'review',
  noteId: 'note',
  statementId: 'statement',
  versionId: 'titleVersion',
  receiverId: 'onCallReceiver',
} as const
/** Values of fields whose form the schema does not have. */
const texts: Record<string, unknown> = {
  amount: '12.00',
  price: '600.00',
  unitPrice: '0.0500',
  off: '10',
  minimum: '100',
  login: 'newcomer',
  password: 'Hong2026',
  code: '123456',
  host: '127.0.0.1',
  systemId: 'hongyan',
  senderNumber: '10690000',
  systemType: 'SMPP',
  addressRange: '',
  certificate: '',
  clientCertificate: '',
  phone: '13800138000',
  prefix: '1380013',
  packageId: '77001',
  packageIds: [],
  invoiceNumber: '2'.repeat(20),
  creditNoteNumber: '3'.repeat(20),
  confirmNumber: '4'.repeat(20),
  trackingNumber: 'SF12345678',
  taxNumber: '91330106MA00000000',
  accountNumber: '571900000010101',
  bankCode: '308331012001',
  rate: '9',
  limit: '1000',
  categoryCode: '',
  day: '2026-01-02',
  domain: 'example.com',
  domains: ['example.com'],
  numbers: ['13800138001'],
  bankSerial: 'B20260102',
  openingBalance: '0',
  closingBalance: '12.00',
  returnSerial: 'R20260102',
  cameAt: now.toISOString(),
  sessionId: newId(),
  url: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=1',
  email: 'ops@example.com',
  repeatMinutes: 30,
  value: 100,
  reasons: { name: '名称不清晰' },
  seen: null,
  tiers: null,
  listPrice: null,
  startsAt: soon(1),
  endsAt: soon(2),
  saleFrom: null,
  saleUntil: null,
  publishAt: null,
  submittedAt: now.toISOString(),
  seenAt: now.toISOString(),
  beganAt: now.toISOString(),
}
const special: Record<string, object> = {
  'codes/set': { code: 'MK:0001' },
  'codes/remove': { code: 'MK:0001' },
  'coupons/create': { code: 'TENTH', name: '九折' },
  'coupons/stop': { code: 'TENTH' },
  'invoice-settings/set-seller': { phone: '0571-88880000' },
  'routes/set': { province: null },
}

interface Shape {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  oneOf?: Shape[]
  minimum?: number
  minLength?: number
  multipleOf?: number
  format?: string
  items?: Shape
  properties?: Record<string, Shape>
}

/** A valid sample for a schema. */
function sample(field: string, shape: Shape): unknown {
  if (field === 'accountId') return encodeId('account', account)
  if (field in otherIds) return encodeId(otherIds[field as keyof typeof otherIds], newId())
  if (field === 'fileIds') return [sentId('fileId', ids)]
  if (texts[field] !== undefined) return texts[field]
  if (isKnownId(field) && ids[field]) return sentId(field, ids)
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  const choices = shape.anyOf ?? shape.oneOf
  if (choices) return sample(field, firstOrThrow(choices))
  if (shape.type === 'boolean') return true
  if (shape.type === 'integer') return Math.max(1, shape.minimum ?? 1)
  if (shape.type === 'array') return [sample(field.replace(/s$/, ''), shape.items ?? {})]
  if (shape.type === 'object') return sampleOf(shape)
  if (shape.format === 'date') return '2026-01-02'
  if (shape.format === 'uuid') return newId()
  return '补偿说明'
}
const sampleOf = (shape: Shape) =>
  Object.fromEntries(Object.entries(shape.properties ?? {}).map(([name, inner]) => [name, sample(name, inner)]))
const actionOf = (call: Call) => call.path.replace('/api/admin/', '')
const inputOf = (call: Call) => ({
  ...sampleOf(z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Shape),
  ...special[actionOf(call)],
})

/** These end the session. Visitors' calls, such as the sign-in itself, are logged elsewhere. */
const ofSession = new Set(['sign-out', 'password'])
const acts = Object.values(adminCalls)
  .flatMap(group => Object.values(group))
  .filter(call => isLogged(call) && call.audience.kind === 'staff' && !ofSession.has(actionOf(call)))

async function wholeLog() {
  const rows = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(cursor)
    rows.push(...page.rows)
    cursor = page.nextCursor
  }
  return rows
}
const readPage = (cursor: string) => office.get(adminAuditLogCalls.list, { pageSize: '50', ...(cursor ? { cursor } : {}) })

test('every act of the contract, succeeded or refused, is in the audit log as it is read later, each field with its name', async () => {
  const codes = new Map<string, string>()
  for (const call of acts) {
    const { code, fields } = await office.act(call, inputOf(call) as never)
    codes.set(actionOf(call), code === 'input_invalid' ? `${code} ${JSON.stringify(fields)}` : code)
  }
  expect([...codes].filter(([, code]) => code === 'bug')).toEqual([])
  const rows = await wholeLog()
  const logged = new Set(rows.map(row => row.action))
  expect([...codes].filter(([action]) => !logged.has(action))).toEqual([])
  expect(new Set(rows.map(row => row.result === 'ok'))).toEqual(new Set([true, false]))
  const fields = new Set(rows.flatMap(row => [row.detail, row.change.before ?? {}, row.change.after ?? {}].flatMap(Object.keys)))
  expect([...fields].filter(field => !(field in staffActFields))).toEqual([])
  expect(fields.size).toBeGreaterThan(20)
})

test('a log line with any content breaks neither the log nor the history of its object', async () => {
  const detail = { reason: null, before: ['a', { b: 1 }], after: true, from: { c: [] } }
  await database.platformDb
    .insertInto('staffAuditLog')
    .values({
      ...{ auditId: newId(), staffId: null, accountId: null, action: 'packages/create', object: '88001', result: 'ok' },
      ...{ address: '127.0.0.1', detail: JSON.stringify(detail), at: now },
    })
    .execute()
  expect(firstOrThrow((await readPage('')).rows).detail).toEqual(detail)
  expect((await office.get(adminPackageCalls.history, { object: '88001' })).rows).toMatchObject([{ detail }])
})
