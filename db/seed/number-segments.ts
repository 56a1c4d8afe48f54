import type { MainlandCarrier, NumberSegment } from '#values/phone.ts'

/**
 * Mainland number segments by carrier (VincentSit/ChinaMobilePhoneNumberRegex 2da699d; 192 to 广电, 2022). Machine
 * numbers of 13 digits and satellite numbers take no messages and are not included. Staff may change the table; this is
 * its initial content.
 */
const base: Record<MainlandCarrier, string> = {
  mobile: '1340-1348 135-139 147 150-152 157-159 172 178 182-184 187 188 195 197 198',
  unicom: '130-132 145 155 156 166 175 176 185 186 196',
  telecom: '133 1349 149 153 173 17400-17405 177 180 181 189-191 193 199',
  broadnet: '192',
}
const virtual: Record<MainlandCarrier, string> = {
  mobile: '165 1703 1705 1706',
  unicom: '167 1704 1707-1709 171',
  telecom: '162 1700-1702',
  broadnet: '',
}

/** `130-132 145` as the prefixes 130, 131, 132, 145. */
function prefixesOf(ranges: string): string[] {
  return ranges.split(' ').flatMap(range => {
    if (range === '') return []
    const [first, last = first] = range.split('-').map(Number)
    return Array.from({ length: last! - first! + 1 }, (_, index) => String(first! + index))
  })
}

const segmentsOf = (table: Record<MainlandCarrier, string>, isVirtual: boolean): NumberSegment[] =>
  Object.entries(table).flatMap(([carrier, ranges]) =>
    prefixesOf(ranges).map(prefix => ({ prefix, carrier: carrier as MainlandCarrier, virtual: isVirtual })),
  )

export const numberSegments: readonly NumberSegment[] = [...segmentsOf(base, false), ...segmentsOf(virtual, true)]
