import { gatewayHeaderBytes } from '../wire/gateway-session.ts'

/** The form of all PDUs of a session. */
export type CmppVersion = '2.0' | '3.0'

/** Sizes that differ between the versions. */
export const sizes = {
  '2.0': { phone: 21, type: 0, link: 8, status: 1, report: 60 },
  '3.0': { phone: 32, type: 1, link: 20, status: 4, report: 71 },
} as const

export const headerBytes = gatewayHeaderBytes

export const commandIds = {
  connect: 0x00000001,
  connect_resp: 0x80000001,
  terminate: 0x00000002,
  terminate_resp: 0x80000002,
  submit: 0x00000004,
  submit_resp: 0x80000004,
  deliver: 0x00000005,
  deliver_resp: 0x80000005,
  active_test: 0x00000008,
  active_test_resp: 0x80000008,
} as const

/** Status of a login's answer. */
export const loginStatuses = { ok: 0, structure: 1, account: 2, authentication: 3, version: 4, other: 5 } as const

/** Result of the answer to a submit or a delivery. */
export const results = {
  ok: 0,
  structure: 1,
  command: 2,
  repeatedSequence: 3,
  length: 4,
  feeCode: 5,
  tooLong: 6,
  serviceId: 7,
  throttled: 8,
  notServed: 9,
  sourceId: 10,
  messageSource: 11,
  feeTerminal: 12,
  destination: 13,
} as const

export interface Connect {
  command: 'connect'
  sequence: number
  /** Source_Addr, at most six characters. */
  account: string
  authenticator: Buffer
  /** 0x20, 0x30. */
  version: number
  /** MMDDHHMMSS as a number. */
  timestamp: number
}

export interface ConnectAnswer {
  command: 'connect_resp'
  sequence: number
  status: number
  authenticator: Buffer
  version: number
}

export interface Submit {
  command: 'submit'
  sequence: number
  messageId: string
  partTotal: number
  partNumber: number
  registeredDelivery: number
  level: number
  serviceId: string
  feeUserType: number
  feeTerminal: string
  feeTerminalType: number
  protocolId: number
  /** TP_udhi: bit 0 (or, copied from SMPP, bit 6) means that the content begins with a user data header. */
  headerIndicator: number
  format: number
  /** Msg_src, the enterprise code. */
  messageSource: string
  feeType: string
  feeCode: string
  validUntil: string
  sendAt: string
  /** Src_Id: the access number with the extension. */
  source: string
  destinations: string[]
  destinationType: number
  content: Buffer
  linkId: string
}

export interface Deliver {
  command: 'deliver'
  sequence: number
  messageId: string
  /** Our number. */
  destination: string
  serviceId: string
  protocolId: number
  headerIndicator: number
  format: number
  /** The phone. */
  source: string
  sourceType: number
  isReport: boolean
  content: Buffer
  linkId: string
}

/** The answer to a submit or a delivery. Message ids are unsigned decimal digits: they exceed 2^63 from August on. */
export interface MessageAnswer {
  command: 'submit_resp' | 'deliver_resp'
  sequence: number
  messageId: string
  result: number
}

export interface Bare {
  command: 'terminate' | 'terminate_resp' | 'active_test' | 'active_test_resp'
  sequence: number
}

export type Pdu = Connect | ConnectAnswer | Submit | Deliver | MessageAnswer | Bare
export type AnswerPdu = ConnectAnswer | MessageAnswer | (Bare & { command: 'terminate_resp' | 'active_test_resp' })

const empty = Buffer.alloc(0)

/** A submit to one phone with what we write where the carrier asks for nothing else; the session numbers it. */
export function submitPdu(fields: Partial<Omit<Submit, 'command' | 'sequence'>>): Submit {
  return {
    command: 'submit',
    sequence: 0,
    messageId: '0',
    partTotal: 1,
    partNumber: 1,
    registeredDelivery: 1,
    level: 0,
    serviceId: '',
    // The sender pays.
    feeUserType: 2,
    feeTerminal: '',
    feeTerminalType: 0,
    protocolId: 0,
    headerIndicator: 0,
    format: 8,
    messageSource: '',
    // Free for the phone.
    feeType: '01',
    feeCode: '000000',
    validUntil: '',
    sendAt: '',
    source: '',
    destinations: [],
    destinationType: 0,
    content: empty,
    linkId: '',
    ...fields,
  }
}

/** A delivery of a gateway; the session numbers it. */
export function deliverPdu(fields: Partial<Omit<Deliver, 'command' | 'sequence'>>): Deliver {
  return {
    command: 'deliver',
    sequence: 0,
    messageId: '0',
    destination: '',
    serviceId: '',
    protocolId: 0,
    headerIndicator: 0,
    format: 8,
    source: '',
    sourceType: 0,
    isReport: false,
    content: empty,
    linkId: '',
    ...fields,
  }
}
