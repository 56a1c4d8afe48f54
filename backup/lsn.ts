import { matchOrThrow } from '#values/or-throw.ts'

/** A position in the WAL, as PostgreSQL writes it: `1/A0000028`. */
export function parseLsn(text: string): bigint {
  const [, high = '', low = ''] = matchOrThrow(/^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i, text)
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export const formatLsn = (lsn: bigint): string =>
  `${(lsn >> 32n).toString(16).toUpperCase()}/${(lsn & 0xffffffffn).toString(16).toUpperCase()}`

export const segmentStart = (lsn: bigint, segmentBytes: number): bigint => lsn - (lsn % BigInt(segmentBytes))

/** The file name of the WAL segment with a position. */
export function segmentName(timeline: number, lsn: bigint, segmentBytes: number): string {
  const perFile = 0x1_0000_0000n / BigInt(segmentBytes)
  const index = lsn / BigInt(segmentBytes)
  return [BigInt(timeline), index / perFile, index % perFile].map(part => part.toString(16).toUpperCase().padStart(8, '0')).join('')
}
