import { readBody } from '#protocol/smpp/body.ts'
import type { SubmitSm } from '#protocol/smpp/pdu.ts'
import { statuses } from '#protocol/smpp/status.ts'
import { parseSmppTime } from '#protocol/smpp/time.ts'
import { type Asked, maxParts, storable } from '../submit.ts'

/**
 * Store and forward, and the server's default mode, are the same. Datagrams are stored too. Transaction mode would need
 * the final state in the answer.
 */
const transactionMode = 0x02
const ucs2 = 8

/** Parses a submit_sm. Returns the command_status to refuse it with where it asks for something unsupported. */
export function readSubmit(request: SubmitSm, now: Date): Asked | number {
  const { esmClass } = request
  if ((esmClass & 0x03) === transactionMode || (esmClass & 0x3c) !== 0) return statuses.invalidEsmClass
  if (request.replaceIfPresent !== 0) return statuses.replaceFailed
  if (request.defaultMessageId !== 0) return statuses.invalidDefaultMessage
  const { text, place, fault } = readBody(request)
  if (fault !== null) return fault === 'header' ? statuses.invalidEsmClass : statuses.invalidParameterValue
  if (place && place.total > maxParts) return statuses.invalidMessageLength
  // A part may end within a character; the text is decoded when all parts have arrived.
  if (!(place && place.total > 1) && request.dataCoding === ucs2 && text.length % 2 !== 0) return statuses.invalidMessageLength
  const sendAt = momentOf(request.scheduleTime, now)
  if (sendAt === null) return statuses.invalidScheduleTime
  const validUntil = momentOf(request.validityPeriod, now)
  if (validUntil === null || (validUntil && validUntil <= (sendAt ?? now))) return statuses.invalidValidity
  const receipt = (request.registeredDelivery & 0x03) as 0 | 1 | 2 | 3
  return {
    source: storable(request.source),
    sourceKind: (request.sourceTon << 8) | request.sourceNpi,
    destination: storable(request.destination),
    destinationKind: (request.destinationTon << 8) | request.destinationNpi,
    receipt: receipt === 3 ? 1 : receipt,
    wireId: null,
    sendAt,
    validUntil,
    dataCoding: request.dataCoding,
    body: Buffer.from(text),
    place: place && place.total > 1 ? place : null,
  }
}

/** Undefined for an empty time, null for an invalid one. */
const momentOf = (text: string, now: Date): Date | undefined | null => (text === '' ? undefined : parseSmppTime(text, now))
