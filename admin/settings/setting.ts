import { adminSettingCalls } from '#contract/account/admin-setting.ts'
import type { SettingName } from '#contract/account/setting.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { adminAuditLogCalls } from '#contract/staff/admin-audit-log.ts'

export type SettingRow = CallAnswerWire<typeof adminSettingCalls.list>['rows'][number]
export type OwnRow = CallAnswerWire<typeof adminSettingCalls.account>['rows'][number]

export const settingGroups: readonly { title: string; names: readonly SettingName[] }[] = [
  { title: '内容与群发', names: ['messageUnits', 'broadcastConfirmPhones', 'broadcastRecallSeconds'] },
  { title: '推广短信的发送时段', names: ['marketingFromMinute', 'marketingUntilMinute'] },
  {
    title: '同一号码的发送频率',
    names: ['codePerMinute', 'codePerHour', 'codePerDay', 'transactionalPerDay', 'marketingPerDay'],
  },
]

/** Answers that a changed limit outdates. */
export const settingAnswers = [
  adminSettingCalls.list,
  adminSettingCalls.accounts,
  adminSettingCalls.account,
  adminSettingCalls.history,
  adminAuditLogCalls.list,
]
