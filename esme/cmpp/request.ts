import { cmppAccessNumberOf } from '#contract/apps/esme.ts'
import { esmeAnswers } from '#contract/apps/esme-answer.ts'
import { results, type Submit } from '#protocol/cmpp/pdu.ts'
import { parseSmppTime } from '#protocol/smpp/time.ts'
import { parseCarrierTime } from '#protocol/text/carrier-time.ts'
import { type PartPlace, parseUserDataHeader, placeOf } from '#protocol/text/concatenation.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { parsePhone } from '#values/phone.ts'
import { type Asked, maxParts, storable } from '../submit.ts'

/** data_coding of SMPP for Msg_Fmt: ASCII, UCS-2, GBK. */
const codings: Readonly<Record<number, number>> = { 0: 1, 8: 8, 15: 15 }
/** What programs write into the high bits (GSM 03.38: a class of messages) says nothing about the letters. */
const codingMask = 0x0f
const ucs2 = 8

/**
 * Parses a submit for the account that sends it: a text or part for each phone, with the ids of the answer. Returns the
 * Result to refuse it with where it asks for something unsupported.
 */
export function readSubmit(
  request: Submit,
  ids: readonly string[],
  { loginName, now }: { loginName: string; now: Date },
): Asked[] | number {
  const { destinations, format, messageSource, registeredDelivery } = request
  if (messageSource !== '' && messageSource !== loginName) return results.messageSource
  const extension = extensionOf(request.source, cmppAccessNumberOf(loginName))
  if (extension === null) return results.sourceId
  if (destinations.length === 0 || destinations.some(one => 'problem' in parsePhone(one, 'anywhere'))) return results.destination
  const dataCoding = codings[format & codingMask]
  if (dataCoding === undefined) return results.structure
  const { text, place } = readContent(request)
  if (place && place.total > maxParts) return results.tooLong
  const isPart = place !== null && place.total > 1
  if (!isPart && dataCoding === ucs2 && text.length % 2 !== 0) return results.tooLong
  if (format === 0 && text.some(byte => byte > 0x7f)) return results.structure
  const times = readTimes(request, now)
  if (!times) return esmeAnswers.schedule.cmpp
  return destinations.map((destination, index) => ({
    wireId: itemOrThrow(ids, index),
    source: storable(request.source),
    sourceKind: 0,
    destination: storable(destination),
    destinationKind: 0,
    receipt: registeredDelivery === 1 ? 1 : 0,
    extension: extension || undefined,
    ...times,
    dataCoding,
    body: Buffer.from(text),
    place: isPart ? place : null,
  }))
}

/** The digits behind the access number; empty also without a number, null: it is another number. */
function extensionOf(source: string, accessNumber: string): string | null {
  if (source === '') return ''
  return source.startsWith(accessNumber) && /^\d*$/.test(source) ? source.slice(accessNumber.length) : null
}

/** Text and place of a part: by its user data header, or by Pk_total and Pk_number where it has none. */
function readContent({ headerIndicator, content, partTotal, partNumber }: Submit): { text: Buffer; place: PartPlace | null } {
  if ((headerIndicator & 0x41) !== 0) {
    const { headerBytes, place, isBroken } = parseUserDataHeader(content)
    if (!isBroken) return { text: content.subarray(headerBytes), place }
  }
  return { text: content, place: partTotal > 1 ? placeOf(0, partTotal, partNumber) : null }
}

/**
 * Null for a time that doesn't exist, or an end before the beginning. Some programs write the same times into every
 * submit: one that is over says nothing.
 */
function readTimes({ sendAt, validUntil }: Submit, now: Date): Pick<Asked, 'sendAt' | 'validUntil'> | null {
  const times = [sendAt, validUntil].map(text => momentOf(text, now))
  if (times.includes(null)) return null
  const [start, end] = times.map(time => (time && time > now ? time : undefined))
  return start && end && end <= start ? null : { sendAt: start, validUntil: end }
}

/**
 * Undefined for an empty time, null for an invalid one. Absolute times are those of China whatever zone stands behind
 * them, since programs write any.
 */
function momentOf(text: string, now: Date): Date | undefined | null {
  if (text === '') return undefined
  return text.endsWith('R') ? parseSmppTime(text, now) : parseCarrierTime(text.slice(0, 12))
}
