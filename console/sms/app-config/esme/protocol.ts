import type { EsmeProtocol } from '#contract/apps/app-labels.ts'

export const versionNames: Record<EsmeProtocol, string> = { smpp: 'SMPP 3.4', cmpp: 'CMPP 2.0 / 3.0' }

/** What a login name is called in the protocol. */
export const loginNames: Record<EsmeProtocol, string> = { smpp: '系统ID', cmpp: '企业代码' }

/** How a program logs in. `password` null: the reader fills it in. */
export interface LoginFacts {
  /** `host:port`. */
  address: string
  loginName: string
  password: string | null
}

export const hostOf = (address: string): string => address.slice(0, address.lastIndexOf(':'))
export const portOf = (address: string): string => address.slice(address.lastIndexOf(':') + 1)
export const passwordGap = '在此填写密码'
