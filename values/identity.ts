import { chinaDay } from './china-time.ts'

/** Facts in the number of a resident identity card. */
export interface ResidentNumber {
  /** `1949-12-31`. */
  birthday: string
  sex: 'male' | 'female'
}

const residentWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/**
 * Parses a number of 18 places by GB 11643-1999: an existing birthday, and a check character by ISO 7064 MOD 11-2. Null
 * for any other text. The six digits of the area are not looked up: cards keep areas that no longer exist.
 */
export function readResidentNumber(text: string): ResidentNumber | null {
  if (!/^[1-9]\d{16}[\dX]$/.test(text)) return null
  const birthday = `${text.slice(6, 10)}-${text.slice(10, 12)}-${text.slice(12, 14)}`
  if (!isDay(birthday) || birthday < '1900-01-01') return null
  if ('10X98765432'[weighted(text, residentWeights, '0123456789') % 11] !== text[17]) return null
  return { birthday, sex: Number(text[16]) % 2 === 1 ? 'male' : 'female' }
}

const isDay = (day: string) => {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === day
}

/** A person's age in whole years, on the day in China of a moment. */
export function ageAt(birthday: string, at: Date): number {
  const today = chinaDay(at)
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4))
  return today.slice(5) < birthday.slice(5) ? years - 1 : years
}

/** Digits and capitals without I O S V Z. */
const creditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const creditWeights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** Whether a text is a unified social credit code of 18 places with a right check character (GB 32100-2015). */
export function isCreditCode(text: string): boolean {
  if (!/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(text)) return false
  return creditAlphabet[(31 - (weighted(text, creditWeights, creditAlphabet) % 31)) % 31] === text[17]
}

const organizationWeights = [3, 7, 9, 10, 5, 8, 4, 2]
const organizationAlphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * Whether a text is an organization code of 8 places and a check character, with or without its hyphen (GB 11714-1997).
 */
export function isOrganizationCode(text: string): boolean {
  const code = text.replace('-', '')
  if (!/^[0-9A-Z]{8}[\dX]$/.test(code)) return false
  const check = 11 - (weighted(code, organizationWeights, organizationAlphabet) % 11)
  return (check === 10 ? 'X' : String(check % 11)) === code[8]
}

/**
 * The registering authority and kind of a unified social credit code's holder (GB 32100-2015, table 1); null for an
 * unknown pair.
 */
export const creditCodeKind = (code: string): string | null => creditCodeKinds[code.slice(0, 2)] ?? null

const creditCodeKinds: Record<string, string> = {
  11: '机关',
  12: '事业单位',
  13: '中央编办直接管理机构编制的群众团体',
  19: '机构编制部门登记的其他组织',
  21: '外国常驻新闻机构',
  29: '外交部门登记的其他组织',
  31: '律师执业机构',
  32: '公证处',
  33: '基层法律服务所',
  34: '司法鉴定机构',
  35: '仲裁委员会',
  39: '司法行政部门登记的其他组织',
  41: '外国在华文化中心',
  49: '文化部门登记的其他组织',
  51: '社会团体',
  52: '民办非企业单位',
  53: '基金会',
  59: '民政部门登记的其他组织',
  61: '外国旅游部门常驻代表机构',
  62: '港澳台地区旅游部门常驻内地代表机构',
  69: '旅游部门登记的其他组织',
  71: '宗教活动场所',
  72: '宗教院校',
  79: '宗教部门登记的其他组织',
  81: '基层工会',
  89: '工会登记的其他组织',
  91: '企业',
  92: '个体工商户',
  93: '农民专业合作社',
  A1: '军队事业单位',
  A9: '军队登记的其他组织',
  N1: '农村集体经济组织',
  N2: '农村集体经济组织',
  N3: '农村集体经济组织',
  N9: '农业部门登记的其他组织',
  Y1: '其他组织',
}

function weighted(text: string, weights: readonly number[], alphabet: string): number {
  return weights.reduce((sum, weight, place) => sum + weight * alphabet.indexOf(text.charAt(place)), 0)
}

/** Normalizes a typed number: removes blanks and hyphens, converts full-width characters and lower case. */
export const plainIdentity = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\-\u200b-\u200f\u2060\ufeff]/g, '')
    .toUpperCase()

/** `110***********002X`: the first three and the last four. */
export const maskIdentity = (number: string): string =>
  `${number.slice(0, 3)}${'*'.repeat(Math.max(0, number.length - 7))}${number.slice(-4)}`

/** Masks a person's name (`王*`, `欧阳**`, `阿*`): shows the first character, or the first two of four and more. */
export function maskPerson(name: string): string {
  const characters = [...name]
  const shown = characters.length >= 4 ? 2 : 1
  return characters.slice(0, shown).join('') + '*'.repeat(Math.max(1, characters.length - shown))
}
