import { expect, test } from 'vitest'
import {
  ageAt,
  creditCodeKind,
  isCreditCode,
  isOrganizationCode,
  maskIdentity,
  maskPerson,
  plainIdentity,
  readResidentNumber,
} from './identity.ts'

/** The two examples of GB 11643-1999, annex A. */
const residents = { '11010519491231002X': '1949-12-31', '440524188001010014': '1880-01-01' }
/** The example in copies of GB 32100-2015, and codes that companies print on their own pages. */
const companies = ['91350100M000100Y43', '914403001922038216', '9144030071526726XG', '91330100799655058B', '91110000802100433B']

test("a resident number yields birthday and sex; the standard's examples pass", () => {
  expect(readResidentNumber('11010519491231002X')).toEqual({ birthday: '1949-12-31', sex: 'female' })
  // The check character of the second example is right too, but nobody alive was born in 1880.
  expect(readResidentNumber('440524188001010014')).toBeNull()
  for (const number of ['11010519491231002x', '1101051949123100', '010105194912310021', '11010519490231002X', ' 11010519491231002X'])
    expect(readResidentNumber(number), number).toBeNull()
})

const changes = (text: string, alphabet: string, places: number) =>
  Array.from({ length: places }, (_, place) =>
    [...alphabet].filter(character => character !== text[place]).map(character => text.slice(0, place) + character + text.slice(place + 1)),
  ).flat()
const swaps = (text: string) =>
  Array.from(
    { length: text.length - 1 },
    (_, place) => text.slice(0, place) + text[place + 1] + text[place] + text.slice(place + 2),
  ).filter(swapped => swapped !== text)

test('a single wrong character or a swap of neighbours is rejected', () => {
  const number = Object.keys(residents)[0]!
  for (const wrong of [...changes(number, '0123456789', 17), ...swaps(number)]) expect(readResidentNumber(wrong), wrong).toBeNull()
  for (const code of companies)
    for (const wrong of [...changes(code, '0123456789ABCDEFGHJKLMNPQRTUWXY', 18), ...swaps(code)])
      expect(isCreditCode(wrong), `${code} as ${wrong}`).toBe(false)
})

test('credit codes of known companies pass, each with the organization code inside', () => {
  for (const code of companies) {
    expect(isCreditCode(code), code).toBe(true)
    expect(isOrganizationCode(code.slice(8, 17)), code).toBe(true)
    expect(creditCodeKind(code)).toBe('企业')
  }
  for (const code of ['91350100M000100Y4', '91350100I000100Y43', '9135010OM000100Y43', '']) expect(isCreditCode(code), code).toBe(false)
  expect(creditCodeKind('92440300MA5EXAMPLE')).toBe('个体工商户')
  expect(creditCodeKind('ZZ')).toBeNull()
})

test('an organization code passes with and without its hyphen (the example of GB 11714-1997)', () => {
  expect(['D2143569-X', 'D2143569X', 'D2143569-1', 'D2143569'].map(isOrganizationCode)).toEqual([true, true, false, false])
})

test('a person is 18 from the birthday on, by the day in China', () => {
  expect(ageAt('2008-11-21', new Date('2026-11-20T15:59:59Z'))).toBe(17)
  expect(ageAt('2008-11-21', new Date('2026-11-20T16:00:00Z'))).toBe(18)
  expect(ageAt('2008-02-29', new Date('2026-02-28T04:00:00Z'))).toBe(17)
})

test('typed numbers are normalized, shown ones are masked', () => {
  expect(plainIdentity(' １１０105-19491231 002x​')).toBe('11010519491231002X')
  expect(maskIdentity('11010519491231002X')).toBe('110***********002X')
  expect(['王明', '欧阳娜娜', '王', '司马相如子'].map(maskPerson)).toEqual(['王*', '欧阳**', '王*', '司马***'])
})
