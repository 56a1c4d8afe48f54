import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment, phoneNumber } from '#contract/scalars.ts'
import { historyCall } from '#contract/staff/admin-history.ts'
import { limits } from '#values/limits.ts'
import { settingNames, settingRules, settingText } from './setting.ts'

const name = z.enum(settingNames)
const whole = z.number({ error: '请填写数值' }).int('请填写整数')
const reason = textOf('原因', limits.remarkCharacters, 2)

/** Null: back to the default, or to the platform's value. */
const change = z
  .object({
    name,
    value: whole.nullable(),
    /** The value that the person saw: another's change in between isn't overwritten. */
    seen: whole.nullable(),
    reason,
  })
  .superRefine(({ name, value }, context) => {
    const { least, most } = settingRules[name]
    if (value !== null && (value < least || value > most))
      context.addIssue({
        code: 'custom',
        path: ['value'],
        message: `须在${settingText(name, least)}到${settingText(name, most)}之间`,
      })
  })

const ofAccount = z.object({ accountId: idOf('account') })

export const adminSettingCalls = {
  list: get('/api/admin/settings', '运行参数', staff('setting.write'), {
    answer: z.object({
      /** `set`: the value set by staff; null while the default applies. */
      rows: z.array(
        z.object({
          name,
          set: z.number().int().nullable(),
          changedAt: moment.nullable(),
          changedBy: z.string().nullable(),
        }),
      ),
    }),
  }),
  set: post('/api/admin/settings/set', '修改运行参数', staff('setting.write'), {
    input: change,
    refusals: ['changed_meanwhile', 'setting_hours'],
    once: true,
  }),
  accounts: get('/api/admin/settings/accounts', '单独设置了限制的客户', staff('setting.write'), {
    answer: z.object({
      rows: z.array(
        z.object({
          accountId: idOf('account'),
          name: z.string(),
          own: z.array(z.object({ name, value: z.number().int() })),
          testNumberCount: z.number().int(),
        }),
      ),
    }),
  }),
  account: get('/api/admin/settings/account', '客户的限制', staff('setting.write'), {
    input: ofAccount,
    answer: z.object({
      accountId: idOf('account'),
      name: z.string(),
      rows: z.array(z.object({ name, platform: z.number().int(), own: z.number().int().nullable(), effective: z.number().int() })),
      testNumbers: z.array(z.object({ phone: z.string(), remark: z.string(), createdAt: moment })),
    }),
    refusals: ['not_found'],
  }),
  setAccount: post('/api/admin/settings/set-account', '修改客户的限制', staff('setting.write'), {
    input: change.safeExtend(ofAccount.shape),
    refusals: ['not_found', 'changed_meanwhile', 'setting_not_stricter', 'setting_hours'],
    once: true,
  }),
  addTestNumber: post('/api/admin/settings/test-number-add', '添加测试号码', staff('setting.write'), {
    input: ofAccount.extend({ phone: phoneNumber, remark: textOf('备注', 40, 0), reason }),
    refusals: ['not_found', 'test_number_exists', 'too_many'],
    once: true,
  }),
  removeTestNumber: post('/api/admin/settings/test-number-remove', '移除测试号码', staff('setting.write'), {
    input: ofAccount.extend({ phone: phoneNumber, reason }),
    refusals: ['not_found'],
    once: true,
  }),
  history: historyCall('/api/admin/settings/history', '运行参数的修改记录', 'setting.write'),
}
