import type { TemplateVariable } from '#contract/content/template-text.ts'
import type { MessageKind } from '#domain/ledger/index.ts'
import { platformAccountId } from '#values/id.ts'

/**
 * The platform's own account: what the platform sends takes the way of every customer's message. Its rows are made by
 * db/seed/reference.ts.
 */
export const platformAccount = {
  accountId: platformAccountId,
  name: '鸿雁',
  signature: { signatureId: '00000000-0000-7000-8000-000000000002', text: '鸿雁', extension: '000001' },
}

const codeVariable = { name: 'code', kind: 'code', maxLength: 6 } as const

/** Templates of the platform's own SMS, by their code. */
export const platformTemplates = {
  SMS_100001: {
    templateId: '00000000-0000-7000-8000-000000100001',
    kind: 'otp',
    name: '注册验证码',
    text: '您正在注册鸿雁账户，验证码${code}，5分钟内有效。如非本人操作请忽略。',
    variables: [codeVariable],
  },
  SMS_100002: {
    templateId: '00000000-0000-7000-8000-000000100002',
    kind: 'otp',
    name: '登录验证码',
    text: '您正在登录鸿雁，验证码${code}，5分钟内有效。请勿告诉他人，工作人员不会索要。',
    variables: [codeVariable],
  },
  SMS_100003: {
    templateId: '00000000-0000-7000-8000-000000100003',
    kind: 'otp',
    name: '找回密码验证码',
    text: '您正在找回鸿雁账户的密码，验证码${code}，5分钟内有效。如非本人操作，请登录后修改密码。',
    variables: [codeVariable],
  },
  SMS_100004: {
    templateId: '00000000-0000-7000-8000-000000100004',
    kind: 'transactional',
    name: '已注册提醒',
    text: '有人用此号码注册鸿雁，而此号码已有账户。如是您本人，请直接登录或找回密码；否则无需处理。',
    variables: [],
  },
  SMS_100005: {
    templateId: '00000000-0000-7000-8000-000000100005',
    kind: 'otp',
    name: '群发确认码',
    text: '您正在鸿雁提交一次${count}个号码的群发，确认码${code}，5分钟内有效。',
    variables: [codeVariable, { name: 'count', kind: 'digits', maxLength: 7 }],
  },
  SMS_100006: {
    templateId: '00000000-0000-7000-8000-000000100006',
    kind: 'otp',
    name: '退订验证码',
    text: '您正在设置是否接收推广短信，验证码${code}，5分钟内有效。如非本人操作请忽略。',
    variables: [codeVariable],
  },
  SMS_100007: {
    templateId: '00000000-0000-7000-8000-000000100007',
    kind: 'otp',
    name: '导出确认码',
    text: '您正在鸿雁导出含完整号码的${name}，确认码${code}，5分钟内有效。如非本人操作，请登录后修改密码。',
    variables: [codeVariable, { name: 'name', kind: 'text', maxLength: 20 }],
  },
  SMS_100020: {
    templateId: '00000000-0000-7000-8000-000000100020',
    kind: 'otp',
    name: '身份验证码',
    text: '您正在鸿雁${name}，验证码${code}，5分钟内有效。如非本人操作，请立即登录修改密码。',
    variables: [codeVariable, { name: 'name', kind: 'text', maxLength: 20 }],
  },
  SMS_100030: {
    templateId: '00000000-0000-7000-8000-000000100030',
    kind: 'transactional',
    name: '账户提醒',
    text: '您的鸿雁账户有新的提醒：${title}。请登录控制台查看。',
    variables: [{ name: 'title', kind: 'text', maxLength: 40 }],
  },
  SMS_100031: {
    templateId: '00000000-0000-7000-8000-000000100031',
    kind: 'transactional',
    name: '预警',
    text: '预警：${title}。查看和处理：${link}',
    variables: [
      { name: 'title', kind: 'text', maxLength: 60 },
      { name: 'link', kind: 'text', maxLength: 200 },
    ],
  },
  SMS_100021: {
    templateId: '00000000-0000-7000-8000-000000100021',
    kind: 'transactional',
    name: '成员邀请',
    text: '${inviter}邀请您加入鸿雁账户“${account}”。请在${days}天内打开 ${link} 设置密码并加入。如不认识对方请忽略。',
    variables: [
      { name: 'inviter', kind: 'text', maxLength: 20 },
      { name: 'account', kind: 'text', maxLength: 20 },
      { name: 'link', kind: 'text', maxLength: 200 },
      { name: 'days', kind: 'digits', maxLength: 2 },
    ],
  },
} as const satisfies Record<
  string,
  { templateId: string; kind: MessageKind; name: string; text: string; variables: readonly TemplateVariable[] }
>

export type PlatformTemplateCode = keyof typeof platformTemplates
