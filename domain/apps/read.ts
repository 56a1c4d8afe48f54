import { sql } from 'kysely'
import type { AppState, KeyState } from '#contract/apps/app.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor } from '#db/connect.ts'
import { readUsage } from '#domain/delivery/index.ts'
import type { AccountId } from '#values/id.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'
import { isAddressListed } from './access-guard.ts'
import { scheduledCount } from './app.ts'
import { isLive, settingsOf } from './key.ts'
import { sampleOf } from './sample.ts'

const facts = [
  'appId',
  'number',
  'name',
  'note',
  'kind',
  'state',
  'disabledWhy',
  'createdAt',
  'otpPausedUntil',
  'settings',
  'defaultSignatureId',
] as const

const liveState = (state: AppState | 'deleted'): AppState => (state === 'deleted' ? refuse('not_found') : state)

/** The apps of an account that aren't deleted, newest first; few, so not paged. */
export async function listApps(executor: Executor, account: AccountId, now: Date) {
  const apps = await executor
    .selectFrom('app')
    .select(facts)
    .where('accountId', '=', account)
    .where('state', '<>', 'deleted')
    .orderBy('appId', 'desc')
    .execute()
  const keys = await keysOf(executor, account)
  const signatures = new Map((await approvedSignatures(executor, account)).map(({ id, name }) => [id, name]))
  return apps.map(app => {
    const own = keys.filter(key => key.appId === app.appId)
    const used = own.map(key => key.lastUsedAt?.getTime() ?? 0)
    const { allowlist, dailySegments } = settingsOf(app.settings)
    const lastUsedMs = Math.max(0, ...used)
    return {
      ...app,
      state: liveState(app.state),
      liveKeyCount: own.filter(key => isLive(key, now)).length,
      lastUsedAt: lastUsedMs === 0 ? null : new Date(lastUsedMs),
      allowlistMode: allowlist.mode,
      dailySegments,
      defaultSignature: (app.defaultSignatureId && signatures.get(app.defaultSignatureId)) ?? null,
    }
  })
}

const keysOf = (executor: Executor, account: AccountId, appId?: string) =>
  executor
    .selectFrom('accessKey')
    .select([
      'accessKeyId',
      'appId',
      'state',
      'endsAt',
      'disabledAt',
      'note',
      'scopes',
      'createdAt',
      'memberId',
      'lastUsedAt',
      'lastUsedIp',
    ])
    .select(({ eb }) => eb('encryptedSecret', 'is not', null).as('canSign'))
    .where('accountId', '=', account)
    .where('state', '<>', 'deleted')
    .where(({ and, eb }) => and(appId === undefined ? [] : [eb('appId', '=', appId)]))
    .orderBy('createdAt', 'desc')
    .execute()

type KeyRow = Awaited<ReturnType<typeof keysOf>>[number]

const keyStateOf = (key: KeyRow, now: Date): KeyState => (!isLive(key, now) ? 'disabled' : key.endsAt === null ? 'enabled' : 'ending')

/** The keys of an app for its page, newest first. */
async function shownKeys(executor: Executor, account: AccountId, appId: string, now: Date) {
  const keys = await keysOf(executor, account, appId)
  const makers = await executor.selectFrom('member').select(['memberId', 'name']).where('accountId', '=', account).execute()
  return keys.map(key => ({
    ...pick(key, 'accessKeyId', 'note', 'scopes', 'createdAt', 'lastUsedAt', 'endsAt'),
    state: keyStateOf(key, now),
    canSign: Boolean(key.canSign),
    createdBy: makers.find(one => one.memberId === key.memberId)?.name ?? null,
    lastUsedAddress: key.lastUsedIp?.replace(/\/\d+$/, '') ?? null,
    disabledAt: key.disabledAt ?? (isLive(key, now) ? null : key.endsAt),
  }))
}

const approvedSignatures = async (executor: Executor, account: AccountId) =>
  (
    await executor
      .selectFrom('signature')
      .select(['signatureId', 'text'])
      .where('accountId', '=', account)
      .where('state', '=', 'approved')
      .orderBy('signatureId')
      .execute()
  ).map(row => ({ id: row.signatureId, name: row.text }))

/** The carriers with which a signature is registered. */
const filedWith = async (executor: Executor, account: AccountId, signatureId: string) =>
  (
    await executor
      .selectFrom('senderRegistration')
      .select('carrier')
      .where('accountId', '=', account)
      .where('signatureId', '=', signatureId)
      .where('state', '=', 'filed')
      .execute()
  ).map(row => row.carrier)

const approvedTemplates = (executor: Executor, account: AccountId) =>
  executor
    .selectFrom('template')
    .select(['templateId', 'code', 'name', 'kind', 'text', 'variables'])
    .where('accountId', '=', account)
    .where('state', '=', 'approved')
    .orderBy('templateId')
    .execute()

async function underReview(executor: Executor, account: AccountId) {
  const { rows } = await sql<{ noun: 'signature' | 'template' }>`
    select 'signature' as noun where exists (select from signature where account_id = ${account} and state = 'reviewing')
    union all select 'template' where exists (select from template where account_id = ${account} and state = 'reviewing')`.execute(executor)
  return rows.map(row => row.noun)
}

/** Null (no restriction): all ids are allowed. */
const mayUse = (ids: readonly string[] | null, id: string) => ids === null || ids.includes(id)

/** The details of an app. Refuses `not_found`. `phone`: the reader's own number, for the code samples. */
export async function findApp(executor: Executor, account: AccountId, { appId, phone, now }: { appId: string; phone: string; now: Date }) {
  const app = await executor
    .selectFrom('app')
    .select(facts)
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .where('state', '<>', 'deleted')
    .executeTakeFirst()
  if (!app) refuse('not_found')
  const settings = settingsOf(app.settings)
  const signatures = await approvedSignatures(executor, account)
  const templates = await approvedTemplates(executor, account)
  const usable = signatures.filter(one => mayUse(settings.signatureIds, one.id))
  const chosen = usable.find(one => one.id === app.defaultSignatureId) ?? usable[0]
  return {
    ...app,
    state: liveState(app.state),
    defaultSignatureId: app.defaultSignatureId,
    settings,
    keys: await shownKeys(executor, account, appId, now),
    usage: getOrThrow(await readUsage(executor, account, [appId], { now }), appId),
    scheduledCount: await scheduledCount(executor, account, { appId, now }),
    sample: sampleOf({
      kind: app.kind,
      signature: chosen && { name: chosen.name, filedWith: await filedWith(executor, account, chosen.id) },
      templates: templates.filter(one => mayUse(settings.templateIds, one.templateId)),
      phone,
    }),
    underReview: await underReview(executor, account),
    signatures,
    templates: templates.map(one => ({ id: one.templateId, name: one.name, code: one.code })),
    addresses: (await addressesOf(executor, account, appId)).map(one => ({
      ...one,
      isListed: isAddressListed(settings.allowlist, one.address),
    })),
  }
}

/** Client addresses of an app's last requests, most frequent first. */
async function addressesOf(executor: Executor, account: AccountId, appId: string) {
  const { rows } = await sql<{ address: string; requestCount: number; lastAt: Date }>`
    select address, count(*) as "requestCount", max(at) as "lastAt" from request_log
    where account_id = ${account} and app_id = ${appId} group by address order by count(*) desc, address limit 20`.execute(executor)
  return rows
}
