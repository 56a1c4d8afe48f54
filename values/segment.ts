import { limits } from './limits.ts'

/**
 * Billed segments of a text as sent (signature included), in UTF-16 units: up to 70 in one, beyond that 67 each, since
 * six bytes of every part are the concatenation header. The empty text has none.
 */
export function segmentCount(unitCount: number): number {
  if (unitCount === 0) return 0
  return unitCount <= limits.singleSegmentUnits ? 1 : Math.ceil(unitCount / limits.joinedSegmentUnits)
}
