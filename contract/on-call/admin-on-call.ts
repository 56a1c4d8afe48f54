import { z } from 'zod'
import { isRobotUrl, robotKinds, robotSecretRule, robotUrlRule, wrongRobotUrl } from '#contract/alert/alert-receiver.ts'
import { get, post, staff } from '#contract/call.ts'
import { systemAlertKinds } from '#contract/home/system-alert.ts'
import { textOf } from '#contract/rules.ts'
import { idOf, moment, pageOf, pageSize } from '#contract/scalars.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'

const receiverKinds = [...keysOf(robotKinds), 'email'] as const
export type ReceiverKind = (typeof receiverKinds)[number]
/** Intervals of repetition while an alert lasts. */
export const repeatChoices = [0, 15, 30, 60, 240] as const
export type RepeatMinutes = (typeof repeatChoices)[number]
const deliveryStates = ['queued', 'sent', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]
const occasions = ['fired', 'repeated', 'recovered', 'test'] as const
export type Occasion = (typeof occasions)[number]

const receiverId = idOf('onCallReceiver')
const alertKind = z.enum(keysOf(systemAlertKinds))
const choice = {
  name: textOf('名称', limits.onCallNameCharacters),
  alertKinds: z.array(alertKind).min(1, '请至少选择一种告警').max(keysOf(systemAlertKinds).length),
  repeatMinutes: z.union(repeatChoices.map(minutes => z.literal(minutes))),
}

/** 值班通知: robots and mail addresses that get the system alerts. */
export const adminOnCallCalls = {
  list: get('/api/admin/on-call', '值班通知的接收方', staff('setting.write'), {
    answer: z.object({
      rows: z.array(
        z.object({
          receiverId,
          ...choice,
          kind: z.enum(receiverKinds),
          /** The end of a robot's address, or the mail address. */
          target: z.string(),
          isSigned: z.boolean(),
          isOn: z.boolean(),
          lastSentAt: moment.nullable(),
          lastFailure: z.string().nullable(),
        }),
      ),
    }),
  }),
  addRobot: post('/api/admin/on-call/add-robot', '添加值班通知的群机器人', staff('setting.write'), {
    input: z
      .object({ ...choice, kind: z.enum(keysOf(robotKinds)), url: robotUrlRule, secret: robotSecretRule })
      .refine(({ kind, url }) => isRobotUrl(kind, url), wrongRobotUrl),
    refusals: ['on_call_full'],
  }),
  addMail: post('/api/admin/on-call/add-mail', '添加值班通知的邮箱', staff('setting.write'), {
    input: z.object({ ...choice, email: z.email('请填写正确的邮箱').max(100) }),
    refusals: ['on_call_full'],
  }),
  change: post('/api/admin/on-call/change', '修改值班通知的接收方', staff('setting.write'), {
    input: z.object({ receiverId, ...choice, isOn: z.boolean() }),
    refusals: ['not_found'],
  }),
  remove: post('/api/admin/on-call/remove', '删除值班通知的接收方', staff('setting.write'), {
    input: z.object({ receiverId }),
    refusals: ['not_found'],
  }),
  /** Sends a test at once, and returns what the robot answered. */
  test: post('/api/admin/on-call/test', '测试值班通知', staff('setting.write'), {
    input: z.object({ receiverId }),
    answer: z.object({ failure: z.string().nullable(), elapsedMs: z.number().int() }),
    refusals: ['not_found', 'too_many_requests'],
  }),
  deliveries: get('/api/admin/on-call/deliveries', '值班通知的发送记录', staff('setting.write'), {
    input: z.object({ state: z.enum(deliveryStates).optional(), cursor: z.uuid().optional(), pageSize }),
    answer: pageOf(
      z.object({
        deliveryId: idOf('onCallDelivery'),
        receiverName: z.string(),
        /** Null: a test. */
        alert: z.object({ kind: alertKind, subject: z.string(), detail: z.string(), beganAt: moment }).nullable(),
        occasion: z.enum(occasions),
        state: z.enum(deliveryStates),
        failure: z.string().nullable(),
        createdAt: moment,
      }),
    ),
  }),
}
