import { z } from 'zod'
import { get, member, post } from '#contract/call.ts'
import { oneTimeCodeRule, textOf } from '#contract/rules.ts'
import { idOf, moment, phoneNumber } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'

export const robotKinds = {
  wecom: { name: '企业微信', host: 'qyapi.weixin.qq.com', about: '群聊 → 添加群机器人 → 复制Webhook地址' },
  dingtalk: { name: '钉钉', host: 'oapi.dingtalk.com', about: '群设置 → 机器人 → 自定义，安全设置选“加签”，密钥填在下面' },
  feishu: { name: '飞书', host: 'open.feishu.cn', about: '群设置 → 群机器人 → 自定义机器人，可开启“签名校验”' },
} as const
export type RobotKind = keyof typeof robotKinds

export const contactNameRule = textOf('姓名', limits.alertContactNameCharacters)
const robotNameRule = textOf('名称', limits.alertContactNameCharacters)
const robotKind = z.enum(keysOf(robotKinds))
/** Whether an address is one of the platform's. */
export const isRobotUrl = (kind: RobotKind, url: string): boolean =>
  URL.canParse(url) && new URL(url).protocol === 'https:' && new URL(url).host === robotKinds[kind].host
export const robotUrlRule = z.url('请填写机器人的Webhook地址').max(500)
export const wrongRobotUrl = { error: '地址要以https开头，并属于所选的平台', path: ['url'] }
/** Secret that signs requests; null: the robot needs no signature. */
export const robotSecretRule = z.string().trim().min(1).max(200).nullable()
const count = z.number().int()
/** A contact's masked number, for those who may not see it whole: it stays unchanged. */
const maskedPhone = z.string().regex(/^1\d{2}\*{4}\d{4}$/)
const minuteOfDay = z.number().int().min(0).max(1_439)

const robotInput = z.object({
  name: robotNameRule,
  kind: robotKind,
  url: robotUrlRule,
  secret: robotSecretRule,
})

/** Receivers of alerts outside of the console. */
export const alertReceiverCalls = {
  all: get('/api/alert/receivers', '预警接收人', member('app.read'), {
    answer: z.object({
      contacts: z.array(
        z.object({
          alertContactId: idOf('alertContact'),
          name: z.string(),
          phone: z.string().nullable(),
          email: z.string().nullable(),
          ruleCount: count,
        }),
      ),
      robots: z.array(
        z.object({
          robotId: idOf('alertRobot'),
          name: z.string(),
          kind: robotKind,
          urlTail: z.string(),
          isSigned: z.boolean(),
          lastSentAt: moment.nullable(),
          lastFailure: z.string().nullable(),
          ruleCount: count,
        }),
      ),
      quiet: z.object({ fromMinute: minuteOfDay, untilMinute: minuteOfDay }).nullable(),
    }),
  }),
  sendPhoneCode: post('/api/alert/contacts/phone-code', '向预警联系人的手机发送验证码', member('app.write'), {
    input: z.object({ phone: phoneNumber }),
    refusals: ['code_limited'],
  }),
  sendEmailCode: post('/api/alert/contacts/email-code', '向预警联系人的邮箱发送验证码', member('app.write'), {
    input: z.object({ email: z.email('请填写正确的邮箱').max(100) }),
    refusals: ['code_limited'],
  }),
  saveContact: post('/api/alert/contacts/save', '保存预警联系人', member('app.write'), {
    input: z.object({
      /** Null: a new one. */
      alertContactId: idOf('alertContact').nullable(),
      name: contactNameRule,
      /** Null: none. A number or address that is new to the contact needs the one-time code that was sent there. */
      phone: z.union([phoneNumber, maskedPhone]).nullable(),
      phoneCode: oneTimeCodeRule.nullable(),
      email: z.email('请填写正确的邮箱').max(100).nullable(),
      emailCode: oneTimeCodeRule.nullable(),
    }),
    /** What failed verification; nothing is saved then, and the try counts. */
    answer: z.object({ alertContactId: idOf('alertContact').nullable(), unproven: z.enum(['phone', 'email']).nullable() }),
    refusals: ['not_found', 'alert_contacts_full', 'input_invalid'],
  }),
  removeContact: post('/api/alert/contacts/remove', '删除预警联系人', member('app.write'), {
    input: z.object({ alertContactId: idOf('alertContact') }),
    refusals: ['not_found'],
  }),
  addRobot: post('/api/alert/robots/add', '添加群机器人', member('app.write'), {
    input: robotInput.refine(({ kind, url }) => isRobotUrl(kind, url), wrongRobotUrl),
    answer: z.object({ robotId: idOf('alertRobot') }),
    refusals: ['alert_robots_full'],
  }),
  removeRobot: post('/api/alert/robots/remove', '删除群机器人', member('app.write'), {
    input: z.object({ robotId: idOf('alertRobot') }),
    refusals: ['not_found'],
  }),
  setQuietHours: post('/api/alert/quiet', '设置预警静默期', member('app.write'), {
    input: z.object({
      quiet: z
        .object({ fromMinute: minuteOfDay, untilMinute: minuteOfDay })
        .refine(({ fromMinute, untilMinute }) => fromMinute !== untilMinute, { error: '开始和结束不能相同', path: ['untilMinute'] })
        .nullable(),
    }),
  }),
}
