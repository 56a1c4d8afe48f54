import { sql } from 'kysely'
import { appStates } from '#contract/apps/app.ts'
import type { AppKind } from '#contract/apps/app-labels.ts'
import type { AppSettings } from '#contract/apps/app-setting.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'

export interface NewApp {
  name: string
  kind: AppKind
  note?: string
  settings?: Partial<AppSettings>
  /** The member who created it; null: the platform. */
  memberId: string | null
  now: Date
}

/**
 * Creates an app without a key. Refuses `too_many`, and `app_name_taken` for the name of another app that isn't
 * deleted.
 */
export async function createApp(tx: Tx, account: AccountId, input: NewApp): Promise<{ appId: string; number: string }> {
  const { name, kind, note = '', settings = {}, memberId, now } = input
  const others = await namesOf(tx, account)
  if (others.length >= limits.apps) refuse('too_many', { limit: limits.apps, noun: '应用' })
  if (others.some(other => other.name === name)) refuse('app_name_taken', { name }, { name: `已有名为“${name}”的应用` })
  const appId = newId(now.getTime())
  const { number } = await tx
    .insertInto('app')
    .values({ accountId: account, appId, name, kind, note, settings: JSON.stringify(settings), memberId, createdAt: now })
    .returning('number')
    .executeTakeFirstOrThrow()
  return { appId, number }
}

/** Locks the account's row, so that concurrent creations exceed neither the limit nor duplicate a name. */
async function namesOf(tx: Tx, account: AccountId): Promise<{ appId: string; name: string }[]> {
  await tx.selectFrom('account').select('accountId').where('accountId', '=', account).forUpdate().executeTakeFirstOrThrow()
  return tx.selectFrom('app').select(['appId', 'name']).where('accountId', '=', account).where('state', '<>', 'deleted').execute()
}

/** An app that isn't deleted, locked. Refuses `not_found`. */
export async function requireApp(tx: Tx, account: AccountId, appId: string): Promise<{ name: string; state: string; settings: unknown }> {
  const app = await tx
    .selectFrom('app')
    .select(['name', 'state', 'settings'])
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .where('state', '<>', 'deleted')
    .forUpdate()
    .executeTakeFirst()
  return app ?? refuse('not_found')
}

const changed = (tx: Tx, account: AccountId, appId: string) =>
  tx.updateTable('app').where('accountId', '=', account).where('appId', '=', appId)

/** Refuses `not_found` and `app_name_taken`. */
export async function renameApp(tx: Tx, account: AccountId, input: { appId: string; name: string; note: string }): Promise<void> {
  const { appId, name, note } = input
  const others = await namesOf(tx, account)
  if (!others.some(other => other.appId === appId)) refuse('not_found')
  if (others.some(other => other.appId !== appId && other.name === name))
    refuse('app_name_taken', { name }, { name: `已有名为“${name}”的应用` })
  await changed(tx, account, appId).set({ name, note }).execute()
}

/**
 * Disables an app: every ingress refuses its requests within a second; accepted messages continue. Refuses `not_found`.
 */
export async function disableApp(tx: Tx, account: AccountId, { appId, now }: { appId: string; now: Date }): Promise<void> {
  const { state } = await requireApp(tx, account, appId)
  if (state === 'enabled') await changed(tx, account, appId).set({ state: 'disabled', disabledAt: now, disabledWhy: null }).execute()
}

/** Refuses `not_found`. */
export async function enableApp(tx: Tx, account: AccountId, { appId }: { appId: string }): Promise<void> {
  await requireApp(tx, account, appId)
  await changed(tx, account, appId).set({ state: 'enabled', disabledAt: null, disabledWhy: null }).execute()
}

/**
 * Deletes an app and its keys for good; messages, bills and statistics keep its name. Refuses `not_found`,
 * `state_forbids` while it is enabled, and `app_scheduled` while it has scheduled messages.
 */
export async function deleteApp(tx: Tx, account: AccountId, { appId, now }: { appId: string; now: Date }): Promise<void> {
  const { state, name } = await requireApp(tx, account, appId)
  if (state !== 'disabled') refuse('state_forbids', { state: appStates.enabled, action: '删除，请先停用' })
  const count = await scheduledCount(tx, account, { appId, now })
  if (count > 0) refuse('app_scheduled', { name, count })
  await changed(tx, account, appId).set({ state: 'deleted', deletedAt: now }).execute()
  await tx.updateTable('accessKey').set({ state: 'deleted' }).where('accountId', '=', account).where('appId', '=', appId).execute()
}

/** The number of an app's scheduled requests. */
export async function scheduledCount(
  executor: Executor,
  account: AccountId,
  { appId, now }: { appId: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from send_batch as batch
    where batch.account_id = ${account} and batch.app_id = ${appId} and batch.send_at > ${now}
      and exists (select from outbox where outbox.account_id = ${account} and outbox.message_ids && batch.message_ids)`.execute(executor)
  return firstOrThrow(rows).count
}
