import type { FrameForm } from '../wire/splitter.ts'
import { statuses } from './status.ts'

/** SMPP 3.4 §3.2: every PDU begins with length, command id, status and sequence number, four bytes each. */
export const headerBytes = 16
/** Fits a message_payload of 64 kB less its header; no peer sends more. */
const maximumPduBytes = 64 * 1024
export const maximumSequence = 0x7fffffff
/** Set in the command id of every answer (SMPP 3.4 §5.1.2.1). */
export const answerBit = 0x80000000

/** How SMPP frames its PDUs. */
export const smppFrames: FrameForm = { headerBytes, maximumBytes: maximumPduBytes, lengthStatus: statuses.invalidCommandLength }
