import { localDigits } from '../text/carrier-time.ts'

/** Msg_Id of a gateway: month, day, hour, minute and second in China, gateway code (22 bits), sequence (16 bits). */
export function messageIdOf(at: Date, gateway: number, sequence: number): string {
  const digits = localDigits(at)
  const part = (start: number) => BigInt(digits.slice(start, start + 2))
  const time = (part(4) << 22n) | (part(6) << 17n) | (part(8) << 12n) | (part(10) << 6n) | part(12)
  return ((time << 38n) | (BigInt(gateway & 0x3fffff) << 16n) | BigInt(sequence & 0xffff)).toString()
}
