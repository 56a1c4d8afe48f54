import type { AlertAction, AlertOccasion, AlertState, DeliveryState } from '#contract/alert/alert.ts'
import type { AlertMethod, AlertSeverity, VolumeWindow } from '#contract/alert/alert-rule.ts'
import type { Tag } from '#ui/display/StateTag.tsx'

export const alertSeverityTags: Record<AlertSeverity, Tag> = {
  urgent: { name: '紧急', tone: 'bad' },
  warning: { name: '警告', tone: 'waiting' },
  notice: { name: '提醒', tone: 'progress' },
}

export const alertGroupNames = { money: '余额与套餐', sending: '发送质量', volume: '发送量', abuse: '防盗刷', event: '审核与回调' } as const

export const volumeWindowNames: Record<VolumeWindow, string> = { ten_minutes: '10分钟', day: '当日', month: '当月' }

export const reviewOutcomeNames = { rejected: '只在未通过时', all: '通过和未通过都提醒' } as const

export const alertStateTags: Record<AlertState, Tag> = {
  open: { name: '未处理', tone: 'bad' },
  confirmed: { name: '已确认', tone: 'waiting' },
  recovered: { name: '已恢复', tone: 'good' },
}

export const alertActionNames: Record<AlertAction, string> = { notify: '通知', pause_otp: '暂停验证码', stopped: '停发' }

export const alertOccasionNames: Record<AlertOccasion, string> = { fired: '发生', repeated: '重复提醒', recovered: '恢复', test: '测试' }

export const deliveryStateTags: Record<DeliveryState, Tag> = {
  queued: { name: '等待发出', tone: 'progress' },
  sent: { name: '已发出', tone: 'good' },
  failed: { name: '失败', tone: 'bad' },
}

export const alertMethodNames: Record<AlertMethod, string> = { sms: '短信', email: '邮件', webhook: '应用回调', robot: '群机器人' }
export const deliveryMethodNames = { console: '控制台消息', ...alertMethodNames }
