import { z } from 'zod'
import { limits } from '#values/limits.ts'
import { parseYuan } from '#values/money.ts'

/** The three named form rules of the customer's requirements (§5). Form and server share these objects. */

/** 8 to 16 characters of letters, digits and `^ & $ # @ * ! %`, at least one letter and one digit. */
export const passwordRule = z.string().regex(/^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d^&$#@*!%]{8,16}$/, '密码必须包含字母和数字，长度为8-16位')

const amountMessage = '请输入0.01~9999999范围内的数字，最多两位小数'
const amountPattern = /^(?:0|[1-9]\d*)(?:\.\d{1,2})?$/

/**
 * Text of an amount in yuan: 1 to 999,999,900 fen, no leading zeros, at most two decimals. It stays text: `parseYuan`
 * turns it into exact hao.
 */
export const amountRule = z.string().refine(text => {
  const hao = amountPattern.test(text) ? parseYuan(text) : null
  return hao !== null && hao >= 100 && hao <= 99_999_990_000
}, amountMessage)

/** A package's number: digits only. */
export const packageRule = z.string({ error: '请选择套餐' }).regex(/^\d+$/, '请选择套餐')

/** A coupon (优惠码), in any case. */
export const couponCodeRule = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{4,20}$/, '优惠码为4-20位字母和数字')

/** Text input of a person: trimmed, within a length in UTF-16 units, with its name in the error. */
export const textOf = (name: string, max: number, min = 1) =>
  z
    .string()
    .trim()
    .min(min, min === 1 ? `请填写${name}` : `${name}不能少于${min}个字`)
    .max(max, `${name}不能超过${max}个字`)

/** A one-time code that was sent by SMS. */
export const oneTimeCodeRule = z
  .string()
  .regex(new RegExp(`^\\d{${limits.oneTimeCodeDigits}}$`), `请输入${limits.oneTimeCodeDigits}位数字验证码`)

/** A login, as an alternative to the phone. */
export const loginRule = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{3,19}$/, '登录名为4-20位字母、数字、_或-，以字母开头')

/**
 * A login, as an alternative to the phone, or empty for none. It starts with a letter, so that it never looks like a
 * phone number.
 */
export const optionalLoginRule = z.string().regex(/^(?:[A-Za-z][A-Za-z0-9_-]{3,19})?$/, '登录名为4-20位字母、数字、_或-，以字母开头')

/** The password rule in parts, each with whether a text satisfies it: shown while a new one is typed. */
export const passwordMarks = (text: string): { text: string; isKept: boolean }[] => [
  {
    text: `${limits.passwordMinCharacters}-${limits.passwordMaxCharacters}位`,
    isKept: text.length >= limits.passwordMinCharacters && text.length <= limits.passwordMaxCharacters,
  },
  { text: '有字母', isKept: /[A-Za-z]/.test(text) },
  { text: '有数字', isKept: /\d/.test(text) },
  { text: '只用字母、数字和 ^&$#@*!%', isKept: /^[A-Za-z\d^&$#@*!%]+$/.test(text) },
]
