import { localDigits } from '../text/carrier-time.ts'

/** Of the second of the last id, since many are made in one. */
let last = { second: Number.NaN, time: 0n }

/** Msg_Id of a gateway: month, day, hour, minute and second in China, gateway code (22 bits), sequence (16 bits). */
export function messageIdOf(at: Date, gateway: number, sequence: number): string {
  const second = Math.floor(at.getTime() / 1_000)
  if (second !== last.second) last = { second, time: timeOf(at) }
  return ((last.time << 38n) | (BigInt(gateway & 0x3fffff) << 16n) | BigInt(sequence & 0xffff)).toString()
}

function timeOf(at: Date): bigint {
  const digits = localDigits(at)
  const part = (start: number) => BigInt(digits.slice(start, start + 2))
  return (part(4) << 22n) | (part(6) << 17n) | (part(8) << 12n) | (part(10) << 6n) | part(12)
}
