import { sql } from 'kysely'
import type { AppSettings } from '#contract/apps/app-setting.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { requireApp } from './app.ts'
import { settingsOf } from './key.ts'

export interface ChangedSettings {
  appId: string
  /** Only the changed settings, so that concurrent changes of others aren't overwritten. */
  settings: Partial<AppSettings>
  /** Undefined: unchanged. */
  defaultSignatureId?: string | null | undefined
}

/**
 * Changes the settings of an app; they take effect at every ingress within a second. Refuses `not_found`, and
 * `signature_not_approved` and `template_not_approved` for those not approved or not of this account. Returns the old
 * values of the changed settings.
 */
export async function saveSettings(
  tx: Tx,
  account: AccountId,
  { appId, settings, defaultSignatureId }: ChangedSettings,
): Promise<Partial<AppSettings>> {
  const { settings: kept } = await requireApp(tx, account, appId)
  const before = settingsOf(kept)
  const signatureIds = [...(settings.signatureIds ?? []), ...(defaultSignatureId ? [defaultSignatureId] : [])]
  await requireApproved(tx, account, 'signature', signatureIds)
  await requireApproved(tx, account, 'template', settings.templateIds ?? [])
  await sql`
    update app set settings = settings || ${JSON.stringify(settings)}::jsonb
      ${defaultSignatureId === undefined ? sql`` : sql`, default_signature_id = ${defaultSignatureId}`}
    where account_id = ${account} and app_id = ${appId}`.execute(tx)
  const changed = keysOf(settings)
  return Object.fromEntries(changed.map(name => [name, before[name]]))
}

async function requireApproved(tx: Tx, account: AccountId, noun: 'signature' | 'template', ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(noun)}
    where account_id = ${account} and ${sql.ref(`${noun}_id`)} = any(${wanted}::uuid[]) and state = 'approved'`.execute(tx)
  if (firstOrThrow(rows).count < wanted.length) refuse(`${noun}_not_approved`)
}
