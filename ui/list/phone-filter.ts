import { parsePhone } from '#values/phone.ts'
import type { Filter } from './ListFilters.tsx'

const pattern = /^(?:1[3-9]\d{9}|\+[1-9]\d{6,14}|\d{4})$/

/** A number in any pasted form as it is stored; other text unchanged. */
function plainNumber(text: string): string {
  const parsed = parsePhone(text, 'anywhere')
  return 'phone' in parsed ? parsed.phone : text
}

/** Search by a number, in any pasted form, or by its last four digits. */
export const phoneFilter: Filter = {
  kind: 'search',
  name: 'phone',
  label: '手机号',
  placeholder: '手机号或后4位',
  normalize: plainNumber,
  pattern,
  mismatch: '请输入11位手机号，或后4位',
}

/** Search by a whole number, in any pasted form. */
export const wholePhoneFilter: Filter = {
  kind: 'search',
  name: 'phone',
  label: '手机号',
  normalize: plainNumber,
  pattern: /^(?:1[3-9]\d{9}|\+[1-9]\d{6,14})$/,
  mismatch: '请输入11位手机号',
}

/** What an address asks to search for: undefined for neither a number nor the end of one, which finds nothing. */
export function searchedPhone(text: string): { phone: string | undefined; isOdd: boolean } {
  const plain = plainNumber(text)
  const isFit = pattern.test(plain)
  return { phone: isFit ? plain : undefined, isOdd: text !== '' && !isFit }
}

/** The query of a list without rows, for a search that isn't made. */
export const nothingFound = <Query extends object>(query: Query) => ({
  ...query,
  data: { rows: [], nextCursor: null },
  isPending: false,
  isFetching: false,
})
