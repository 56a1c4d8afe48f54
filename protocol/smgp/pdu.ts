/** The form of a submit: 1.3 lacks FixedFee. */
export type SmgpVersion = '1.3' | '3.0'
export const versionBytes: Record<SmgpVersion, number> = { '1.3': 0x13, '3.0': 0x30 }

export const commandIds = {
  login: 0x00000001,
  login_resp: 0x80000001,
  submit: 0x00000002,
  submit_resp: 0x80000002,
  deliver: 0x00000003,
  deliver_resp: 0x80000003,
  active_test: 0x00000004,
  active_test_resp: 0x80000004,
  exit: 0x00000006,
  exit_resp: 0x80000006,
} as const

/** Status of the answers to logins, submits and deliveries. */
export const statuses = {
  ok: 0,
  busy: 1,
  tooManyConnections: 2,
  structure: 10,
  command: 11,
  repeatedSequence: 12,
  address: 20,
  authentication: 21,
  version: 22,
  length: 36,
  sourceNumber: 46,
  destination: 47,
  hours: 74,
} as const

export interface Login {
  command: 'login'
  sequence: number
  /** ClientID, at most eight characters. */
  account: string
  authenticator: Buffer
  /** 0 sends, 1 receives, 2 does both. */
  mode: number
  /** MMDDHHMMSS as a number. */
  timestamp: number
  version: number
}

interface LoginAnswer {
  command: 'login_resp'
  sequence: number
  status: number
  authenticator: Buffer
  version: number
}

/** What TLVs say of a message; other tags are ignored. */
export interface Options {
  /** TP_udhi: bit 0 (or, copied from SMPP, bit 6) means that the content begins with a user data header. */
  headerIndicator: number
  partTotal: number
  partNumber: number
  /** MsgSrc, the enterprise code. */
  messageSource: string
  /** MServiceID, the product id. */
  productId: string
}

export interface Submit extends Options {
  command: 'submit'
  sequence: number
  messageType: number
  needReport: number
  priority: number
  serviceId: string
  feeType: string
  feeCode: string
  fixedFee: string
  format: number
  validUntil: string
  sendAt: string
  /** The access number with the extension. */
  source: string
  chargedNumber: string
  destinations: string[]
  content: Buffer
}

export interface Deliver extends Options {
  command: 'deliver'
  sequence: number
  /** Ten bytes as hex digits. */
  messageId: string
  isReport: boolean
  format: number
  /** YYYYMMDDHHMMSS. */
  receivedAt: string
  /** The phone. */
  source: string
  /** Our number. */
  destination: string
  content: Buffer
}

interface MessageAnswer {
  command: 'submit_resp' | 'deliver_resp'
  sequence: number
  messageId: string
  status: number
}

export interface Bare {
  command: 'active_test' | 'active_test_resp' | 'exit' | 'exit_resp'
  sequence: number
}

export type Pdu = Login | LoginAnswer | Submit | Deliver | MessageAnswer | Bare
export type AnswerPdu = LoginAnswer | MessageAnswer | (Bare & { command: 'active_test_resp' | 'exit_resp' })

const noOptions: Options = { headerIndicator: 0, partTotal: 0, partNumber: 0, messageSource: '', productId: '' }
/** A message id of zeros: none. */
export const noMessageId = '00000000000000000000'

/** A submit with what we write where the carrier asks for nothing else; the session numbers it. */
export function submitPdu(fields: Partial<Omit<Submit, 'command' | 'sequence'>>): Submit {
  return {
    ...noOptions,
    command: 'submit',
    sequence: 0,
    // To a phone.
    messageType: 6,
    needReport: 1,
    priority: 0,
    serviceId: '',
    feeType: '00',
    feeCode: '000000',
    fixedFee: '000000',
    format: 8,
    validUntil: '',
    sendAt: '',
    source: '',
    chargedNumber: '',
    destinations: [],
    content: Buffer.alloc(0),
    ...fields,
  }
}

/** A delivery of a gateway; the session numbers it. */
export function deliverPdu(fields: Partial<Omit<Deliver, 'command' | 'sequence'>>): Deliver {
  return {
    ...noOptions,
    command: 'deliver',
    sequence: 0,
    messageId: noMessageId,
    isReport: false,
    format: 8,
    receivedAt: '',
    source: '',
    destination: '',
    content: Buffer.alloc(0),
    ...fields,
  }
}
