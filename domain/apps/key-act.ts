import type { Scope } from '#contract/apps/app-labels.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { requireApp } from './app.ts'
import { createKey, isLive, type NewKey } from './key.ts'

export interface KeyOfApp {
  appId: string
  accessKeyId: string
}

const changed = (tx: Tx, account: AccountId, { appId, accessKeyId }: KeyOfApp) =>
  tx
    .updateTable('accessKey')
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .where('accessKeyId', '=', accessKeyId)
    .where('state', '<>', 'deleted')

/** The keys of an app; app and keys are locked. Refuses `not_found` if the named key isn't among them. */
async function lockedKeys(tx: Tx, account: AccountId, { appId, accessKeyId }: KeyOfApp) {
  await requireApp(tx, account, appId)
  const keys = await tx
    .selectFrom('accessKey')
    .select(['accessKeyId', 'state', 'endsAt'])
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .where('state', '<>', 'deleted')
    .execute()
  const key = keys.find(one => one.accessKeyId === accessKeyId) ?? refuse('not_found')
  return { key, others: keys.filter(one => one !== key) }
}

/**
 * Key rotation: creates a key that replaces an old one, which stays valid for some hours (null: until it is disabled),
 * so that programs switch without downtime. Refuses `not_found`, and `too_many` if two other keys are live.
 */
export async function rotateKey(
  tx: Tx,
  account: AccountId,
  { replaces, hours, ...input }: NewKey & { replaces: string; hours: number | null },
): Promise<{ accessKeyId: string; secret: string }> {
  const old = { appId: input.appId, accessKeyId: replaces }
  await lockedKeys(tx, account, old)
  const made = await createKey(tx, account, input)
  if (hours !== null) {
    const endsAt = new Date(input.now.getTime() + hours * 3_600_000)
    await changed(tx, account, old).set({ endsAt }).execute()
  }
  return made
}

/** Refuses `not_found`. */
export async function changeKey(
  tx: Tx,
  account: AccountId,
  { scopes, note, ...key }: KeyOfApp & { scopes: readonly Scope[]; note: string },
): Promise<void> {
  await lockedKeys(tx, account, key)
  await changed(tx, account, key)
    .set({ scopes: [...scopes], note })
    .execute()
}

/** Disables a key: every ingress refuses it within a second. Refuses `not_found`. */
export async function disableKey(tx: Tx, account: AccountId, { now, ...key }: KeyOfApp & { now: Date }): Promise<void> {
  await lockedKeys(tx, account, key)
  await changed(tx, account, key).where('state', '=', 'enabled').set({ state: 'disabled', disabledAt: now }).execute()
}

/** Refuses `not_found`, and `too_many` if two other keys are live. */
export async function enableKey(tx: Tx, account: AccountId, { now, ...key }: KeyOfApp & { now: Date }): Promise<void> {
  const { others } = await lockedKeys(tx, account, key)
  if (others.filter(other => isLive(other, now)).length >= limits.liveKeys)
    refuse('too_many', { limit: limits.liveKeys, noun: '启用的密钥' })
  await changed(tx, account, key).set({ state: 'enabled', disabledAt: null, endsAt: null }).execute()
}

/** Refuses `not_found`, and `state_forbids` while the key is valid. */
export async function deleteKey(tx: Tx, account: AccountId, { now, ...key }: KeyOfApp & { now: Date }): Promise<void> {
  const { key: found } = await lockedKeys(tx, account, key)
  if (isLive(found, now)) refuse('state_forbids', { state: '已启用', action: '删除，请先停用' })
  await changed(tx, account, key).set({ state: 'deleted' }).execute()
}
