/** Header: length and command id of four bytes, then the sequence number of three integers. */
export const headerBytes = 20

export const commandIds = {
  bind: 0x00000001,
  bind_resp: 0x80000001,
  unbind: 0x00000002,
  unbind_resp: 0x80000002,
  submit: 0x00000003,
  submit_resp: 0x80000003,
  deliver: 0x00000004,
  deliver_resp: 0x80000004,
  report: 0x00000005,
  report_resp: 0x80000005,
  user_report: 0x00000011,
  user_report_resp: 0x80000011,
} as const

/** Result of an answer, and error code of a report. */
export const results = {
  ok: 0,
  login: 1,
  repeatedLogin: 2,
  tooManyConnections: 3,
  loginType: 4,
  parameter: 5,
  phone: 6,
  length: 8,
  repeatedSequence: 9,
  busy: 11,
  unreachable: 21,
  queueFull: 33,
  tooFast: 88,
} as const

/** The sequence number: who issued the command, when (MMDDhhmmss as a number), and a counter. */
export interface Sequence {
  node: number
  time: number
  sequence: number
}

export interface Bind extends Sequence {
  command: 'bind'
  /** 1 from the customer to the gateway, 2 from the gateway. */
  loginType: number
  name: string
  password: string
}

export interface Submit extends Sequence {
  command: 'submit'
  /** The access number with the extension. */
  source: string
  chargedNumber: string
  /** Each with 86 before the eleven digits. */
  destinations: string[]
  enterpriseCode: string
  serviceType: string
  feeType: number
  feeValue: string
  givenValue: string
  agentFlag: number
  reason: number
  priority: number
  validUntil: string
  sendAt: string
  reportFlag: number
  protocolId: number
  /** TP_udhi. */
  headerIndicator: number
  format: number
  messageType: number
  content: Buffer
}

export interface Deliver extends Sequence {
  command: 'deliver'
  /** The phone. */
  source: string
  /** Our number. */
  destination: string
  protocolId: number
  headerIndicator: number
  format: number
  content: Buffer
}

export interface Report extends Sequence {
  command: 'report'
  /** The sequence number of the submit. */
  submit: Sequence
  reportType: number
  phone: string
  /** 0 delivered, 1 waiting, 2 failed. */
  state: number
  errorCode: number
}

/** Of a phone that is cancelled, stopped or normal again: answered and not used. */
export interface UserReport extends Sequence {
  command: 'user_report'
}

export interface Answer extends Sequence {
  command: 'bind_resp' | 'submit_resp' | 'deliver_resp' | 'report_resp' | 'user_report_resp'
  result: number
}

export interface Bare extends Sequence {
  command: 'unbind' | 'unbind_resp'
}

export type Pdu = Bind | Submit | Deliver | Report | UserReport | Answer | Bare
export type AnswerPdu = Answer | (Bare & { command: 'unbind_resp' })

/** MMDDhhmmss as a number, of the fourteen digits of a time in China. */
export const timeOf = (digits: string): number => Number(digits.slice(4))

/**
 * The id of a submit in its report. Without the node, which some gateways change: it is the same in all of a channel.
 */
export const messageIdOf = ({ time, sequence }: Pick<Sequence, 'time' | 'sequence'>): string =>
  String(time).padStart(10, '0') + String(sequence).padStart(10, '0')

const unnumbered: Sequence = { node: 0, time: 0, sequence: 0 }

/** A submit with what we write where the carrier asks for nothing else; the session numbers it. */
export function submitPdu(fields: Partial<Omit<Submit, 'command'>>): Submit {
  return {
    ...unnumbered,
    command: 'submit',
    source: '',
    // The sender pays.
    chargedNumber: '0'.repeat(21),
    destinations: [],
    enterpriseCode: '',
    serviceType: '',
    feeType: 1,
    feeValue: '0',
    givenValue: '0',
    agentFlag: 0,
    // Not caused by a message from a phone.
    reason: 2,
    priority: 0,
    validUntil: '',
    sendAt: '',
    reportFlag: 1,
    protocolId: 0,
    headerIndicator: 0,
    format: 8,
    messageType: 0,
    content: Buffer.alloc(0),
    ...fields,
  }
}

/** A delivery of a gateway; the session numbers it. */
export function deliverPdu(fields: Partial<Omit<Deliver, 'command'>>): Deliver {
  return {
    ...unnumbered,
    command: 'deliver',
    source: '',
    destination: '',
    protocolId: 0,
    headerIndicator: 0,
    format: 8,
    content: Buffer.alloc(0),
    ...fields,
  }
}
