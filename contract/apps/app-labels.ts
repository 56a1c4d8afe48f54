import { keysOf } from '#values/keys.ts'
/** Scopes of a key. */
export const scopeNames = {
  send: '发送短信',
  query: '查询记录、统计与余额',
  template: '管理签名与模板',
  link: '管理短链接',
  contact: '管理通讯录与黑名单',
  callback: '拉取回执、上行与设置回调',
} as const
export type Scope = keyof typeof scopeNames
export const scopes = keysOf(scopeNames)

/** Ingresses of programs. */
export const ingressNames = { rest: '开放接口', alibaba: '阿里云SDK', tencent: '腾讯云SDK', smpp: 'SMPP', cmpp: 'CMPP' } as const
export type Ingress = keyof typeof ingressNames
export const ingresses = keysOf(ingressNames)

/** Protocols by which a customer's program (ESME) logs in, and stays connected. */
export const esmeProtocols = ['smpp', 'cmpp'] as const
export type EsmeProtocol = (typeof esmeProtocols)[number]
export const isEsme = (ingress: Ingress): ingress is EsmeProtocol => esmeProtocols.some(protocol => protocol === ingress)

/** A production app sends; a test app sends nothing and costs nothing. */
export const appKinds = ['production', 'test'] as const
export type AppKind = (typeof appKinds)[number]
