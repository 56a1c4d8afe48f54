import { noTlvs, type Tlv } from './tlv.ts'

/** Command ids (SMPP 3.4 §5.1.2.1), by the names that PDUs carry in `command`. */
export const commandIds = {
  bind_receiver: 0x00000001,
  bind_transmitter: 0x00000002,
  query_sm: 0x00000003,
  submit_sm: 0x00000004,
  deliver_sm: 0x00000005,
  unbind: 0x00000006,
  cancel_sm: 0x00000008,
  bind_transceiver: 0x00000009,
  enquire_link: 0x00000015,
  data_sm: 0x00000103,
  generic_nack: 0x80000000,
  bind_receiver_resp: 0x80000001,
  bind_transmitter_resp: 0x80000002,
  query_sm_resp: 0x80000003,
  submit_sm_resp: 0x80000004,
  deliver_sm_resp: 0x80000005,
  unbind_resp: 0x80000006,
  cancel_sm_resp: 0x80000008,
  bind_transceiver_resp: 0x80000009,
  enquire_link_resp: 0x80000015,
} as const

export type Command = keyof typeof commandIds
export type BindCommand = 'bind_receiver' | 'bind_transmitter' | 'bind_transceiver'

interface Base {
  /** command_status; 0 in requests. */
  status: number
  /** 1 … 0x7FFFFFFF; a connection sets it when it sends a request. */
  sequence: number
}

export interface Bind extends Base {
  command: BindCommand
  systemId: string
  password: string
  systemType: string
  interfaceVersion: number
  addressTon: number
  addressNpi: number
  addressRange: string
}

export interface BindAnswer extends Base {
  command: `${BindCommand}_resp`
  systemId: string
  tlvs: readonly Tlv[]
}

/** Fields shared by submit_sm and deliver_sm, in their order on the wire (SMPP 3.4 §4.4.1, §4.6.1). */
export interface MessageFields {
  serviceType: string
  sourceTon: number
  sourceNpi: number
  source: string
  destinationTon: number
  destinationNpi: number
  destination: string
  /** 0x40: the text starts with a user data header; 0x04 in deliver_sm: a delivery receipt. */
  esmClass: number
  protocolId: number
  priority: number
  scheduleTime: string
  validityPeriod: string
  /** 1: a report is requested in every case. */
  registeredDelivery: number
  replaceIfPresent: number
  dataCoding: number
  defaultMessageId: number
  /** At most 254 bytes. After decoding a view on the received bytes: copy it to keep it. */
  shortMessage: Buffer
  tlvs: readonly Tlv[]
}

export interface SubmitSm extends Base, MessageFields {
  command: 'submit_sm'
}

export interface DeliverSm extends Base, MessageFields {
  command: 'deliver_sm'
}

export interface MessageAnswer extends Base {
  command: 'submit_sm_resp' | 'deliver_sm_resp'
  /** Empty in deliver_sm_resp and in refusals. */
  messageId: string
  /** Of SMPP 5.0, 0 … 100; unset: not said. */
  congestion?: number | undefined
}

/** Requests without a body. */
export interface BareRequest extends Base {
  command: 'unbind' | 'enquire_link'
}

/** Answers without a body. */
interface BareAnswer extends Base {
  command: 'unbind_resp' | 'enquire_link_resp' | 'generic_nack' | 'cancel_sm_resp'
}

/** Queries the state of a message (SMPP 3.4 §4.8.1). */
export interface QuerySm extends Base {
  command: 'query_sm'
  messageId: string
  sourceTon: number
  sourceNpi: number
  source: string
}

export interface QueryAnswer extends Base {
  command: 'query_sm_resp'
  messageId: string
  /** Absolute SMPP time, empty while the message is in transit. */
  finalDate: string
  /**
   * SMPP 3.4 §5.2.28: 1 en route, 2 delivered, 3 expired, 4 deleted, 5 undeliverable, 6 accepted, 7 unknown, 8
   * rejected.
   */
  messageState: number
  errorCode: number
}

/** Cancels an unsent message, or with an empty id all from one number to another (SMPP 3.4 §4.9.1). */
export interface CancelSm extends Base {
  command: 'cancel_sm'
  serviceType: string
  messageId: string
  sourceTon: number
  sourceNpi: number
  source: string
  destinationTon: number
  destinationNpi: number
  destination: string
}

/** Parsed by its header only, and refused (0x03). */
export interface DataSm extends Base {
  command: 'data_sm'
}

export type Pdu =
  | Bind
  | BindAnswer
  | SubmitSm
  | DeliverSm
  | MessageAnswer
  | BareRequest
  | BareAnswer
  | QuerySm
  | QueryAnswer
  | CancelSm
  | DataSm
export type MessagePdu = SubmitSm | DeliverSm
export type AnswerPdu = BindAnswer | MessageAnswer | QueryAnswer | BareAnswer

const empty = Buffer.alloc(0)

function messageFields(fields: Partial<MessageFields>): MessageFields {
  return {
    serviceType: fields.serviceType ?? '',
    sourceTon: fields.sourceTon ?? 0,
    sourceNpi: fields.sourceNpi ?? 0,
    source: fields.source ?? '',
    destinationTon: fields.destinationTon ?? 0,
    destinationNpi: fields.destinationNpi ?? 0,
    destination: fields.destination ?? '',
    esmClass: fields.esmClass ?? 0,
    protocolId: fields.protocolId ?? 0,
    priority: fields.priority ?? 0,
    scheduleTime: fields.scheduleTime ?? '',
    validityPeriod: fields.validityPeriod ?? '',
    registeredDelivery: fields.registeredDelivery ?? 0,
    replaceIfPresent: fields.replaceIfPresent ?? 0,
    dataCoding: fields.dataCoding ?? 0,
    defaultMessageId: fields.defaultMessageId ?? 0,
    shortMessage: fields.shortMessage ?? empty,
    tlvs: fields.tlvs ?? noTlvs,
  }
}

/** A submit_sm with zeros and empty strings for unset fields; the connection sets its sequence number. */
export function submitSm(fields: Partial<MessageFields>): SubmitSm {
  return { command: 'submit_sm', status: 0, sequence: 0, ...messageFields(fields) }
}

/** A deliver_sm with zeros and empty strings for unset fields; the connection sets its sequence number. */
export function deliverSm(fields: Partial<MessageFields>): DeliverSm {
  return { command: 'deliver_sm', status: 0, sequence: 0, ...messageFields(fields) }
}
