import { sql } from 'kysely'
import type { AppLimits } from '#contract/alert/alert.ts'
import { type AlertSetting, alertKinds, type VolumeWindow } from '#contract/alert/alert-rule.ts'
import { type AppSettings, appSettings } from '#contract/apps/app-setting.ts'
import { refuse } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { sentSegments } from './evaluate-volume.ts'
import type { AlertRule, EvaluationContext } from './finding.ts'
import { addRule, changeRule, type KeptRule, readRules, removeRule } from './rule.ts'

/** How much each app has sent today and this month, with its alert threshold and its limit. */
export async function listLimits(tx: Tx, account: AccountId, now: Date) {
  const rules = await readRules(tx, account)
  const apps = await tx
    .selectFrom('app')
    .select(['appId', 'name', 'state', 'settings', 'otpPausedUntil'])
    .where('accountId', '=', account)
    .where('state', '<>', 'deleted')
    .where('kind', '=', 'production')
    .orderBy('appId')
    .execute()
  const context: EvaluationContext = { tx, account, now, apps: new Map() }
  const rows = []
  for (const app of apps) {
    const { day, month } = await sentSegments(context, app.appId)
    const { dailySegments, monthlySegments } = appSettings.parse(app.settings)
    rows.push({
      appId: app.appId,
      name: app.name,
      isOn: app.state === 'enabled',
      daySegments: day,
      monthSegments: month,
      dailyAlert: alertOf(rules, app.appId, 'day')?.parameters.segmentCount ?? null,
      dailyLimit: dailySegments,
      monthlyAlert: alertOf(rules, app.appId, 'month')?.parameters.segmentCount ?? null,
      monthlyLimit: monthlySegments,
      otpPausedUntil: app.otpPausedUntil && app.otpPausedUntil > now ? app.otpPausedUntil : null,
    })
  }
  return rows
}

type VolumeRule = KeptRule & AlertRule<'volume'>
const isVolume = (rule: KeptRule): rule is VolumeRule => rule.kind === 'volume'
const alertOf = (rules: readonly KeptRule[], appId: string, window: VolumeWindow): VolumeRule | undefined =>
  rules.filter(isVolume).find(rule => rule.appId === appId && rule.parameters.window === window)

/**
 * Sets an app's alert threshold (预警值, a rule on its volume) and its limit (限额, in the app's settings, enforced when
 * sending). The contract checks that no 预警值 is above its 限额. Refuses `not_found`, `alert_rules_full`.
 */
export async function setLimits(
  tx: Tx,
  account: AccountId,
  { appId, dailyAlert, dailyLimit, monthlyAlert, monthlyLimit }: AppLimits & { appId: string },
  by: { memberId: string | null; now: Date },
): Promise<{ name: string; before: Pick<AppSettings, 'dailySegments' | 'monthlySegments'> }> {
  const app = await tx
    .selectFrom('app')
    .select(['name', 'settings'])
    .where('accountId', '=', account)
    .where('appId', '=', appId)
    .where('state', '<>', 'deleted')
    .forUpdate()
    .executeTakeFirst()
  if (!app) refuse('not_found')
  const { dailySegments, monthlySegments } = appSettings.parse(app.settings)
  const changed = JSON.stringify({ dailySegments: dailyLimit, monthlySegments: monthlyLimit })
  await sql`update app set settings = settings || ${changed}::jsonb where account_id = ${account} and app_id = ${appId}`.execute(tx)
  const rules = await readRules(tx, account)
  await saveAlert(tx, account, { known: alertOf(rules, appId, 'day'), appId, window: 'day', segmentCount: dailyAlert }, by)
  await saveAlert(tx, account, { known: alertOf(rules, appId, 'month'), appId, window: 'month', segmentCount: monthlyAlert }, by)
  const hasLimit = dailyLimit !== null || monthlyLimit !== null
  const isCovered = rules.some(rule => rule.kind === 'limit_reached' && (rule.appId === null || rule.appId === appId))
  if (hasLimit && !isCovered) await addRule(tx, account, ruleFor(null, { kind: 'limit_reached', parameters: {} }), by)
  return { name: app.name, before: { dailySegments, monthlySegments } }
}

const ruleFor = (appId: string | null, setting: AlertSetting) => ({
  setting,
  appId,
  notificationMethods: [],
  contactIds: [],
  robotIds: [],
  repeatMinutes: alertKinds[setting.kind].repeatMinutes,
  isOn: true,
})

async function saveAlert(
  tx: Tx,
  account: AccountId,
  {
    known,
    appId,
    window,
    segmentCount,
  }: { known: VolumeRule | undefined; appId: string; window: VolumeWindow; segmentCount: number | null },
  by: { memberId: string | null; now: Date },
): Promise<void> {
  if (segmentCount === null) {
    if (known) await removeRule(tx, account, { ruleId: known.ruleId, now: by.now })
    return
  }
  const setting: AlertSetting = { kind: 'volume', parameters: { window, segmentCount } }
  if (!known) await addRule(tx, account, ruleFor(appId, setting), by)
  else if (known.parameters.segmentCount !== segmentCount)
    await changeRule(tx, account, known.ruleId, { ...known, setting, isOn: true }, by.now)
}
