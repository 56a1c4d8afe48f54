import type { Got } from '#contract/call.ts'
import { operatorActivityCalls } from '#contract/operator-activity.ts'
import { operatorSettingCalls } from '#contract/operator-setting.ts'
import type { SettingName } from '#contract/setting.ts'

export type SettingRow = Got<typeof operatorSettingCalls.list>['rows'][number]
export type OwnRow = Got<typeof operatorSettingCalls.account>['rows'][number]

export const settingGroups: readonly { title: string; names: readonly SettingName[] }[] = [
  { title: '内容与群发', names: ['messageUnits', 'broadcastConfirmPhones'] },
  { title: '推广短信的发送时段', names: ['marketingFromMinute', 'marketingUntilMinute'] },
  {
    title: '同一号码的发送频率',
    names: ['codePerMinute', 'codePerHour', 'codePerDay', 'noticePerDay', 'marketingPerDay'],
  },
]

/** Answers that a change of a limit makes untrue. */
export const settingAnswers = [
  operatorSettingCalls.list,
  operatorSettingCalls.accounts,
  operatorSettingCalls.account,
  operatorSettingCalls.history,
  operatorActivityCalls.list,
]
