import type { CallAnswerWire } from '#contract/call.ts'
import type { systemStatusCalls } from '#contract/monitoring/admin-system-status.ts'

type Sink = CallAnswerWire<typeof systemStatusCalls.read>['events'][number]['sink']

export const programNames: Readonly<Record<string, string>> = {
  http: '控制台与接口',
  jobs: '后台任务',
  dispatch: '短信发送',
  esme: 'SMPP与CMPP服务',
  redirect: '短链跳转',
}

/** By the priority of the outbox. */
export const priorityNames = ['验证码', '通知', '推广'] as const

export const sinkNames: Readonly<Record<Sink, string>> = { webhook: '回调', pull: '拉取', smpp: 'SMPP', cmpp: 'CMPP' }

export const tableNames: Readonly<Record<string, string>> = { message: '短信', visit: '短链访问' }
