import { z } from 'zod'
import { accountIdOrThrow, decodeId, encodeId, type IdNoun, type IdOf } from '#values/id.ts'
import { limits } from '#values/limits.ts'

/** Codec of a noun's id: `msg_…` on the wire, a UUID inside. */
export const idOf = <Noun extends IdNoun>(noun: Noun) =>
  z.codec(z.string(), z.string() as unknown as z.ZodType<IdOf<Noun>, IdOf<Noun>>, {
    decode: (text, context) => {
      const uuid = decodeId(noun, text)
      if (uuid) return uuid
      context.issues.push({ code: 'custom', message: '编号格式不正确', input: text })
      return z.NEVER
    },
    encode: uuid => encodeId(noun, uuid),
  })

/** In a filter: an object of this noun, or `none` for rows without one. */
export const noneOr = <Noun extends IdNoun>(noun: Noun) => z.union([z.literal('none'), idOf(noun)])

/** The id of an account inside the platform, as payloads of jobs have it. */
export const accountUuid = z.uuid().transform(accountIdOrThrow)

/** The id of a message, with its prefix or, as in SMPP, without. */
export const searchedMessageId = z.codec(z.string(), idOf('message'), {
  decode: text => (text.startsWith('msg_') ? text : `msg_${text}`),
  encode: text => text,
})

const wrongMoment = { error: '时间格式不正确', abort: true }
// Ids start with their time since 1970. Invalid texts fail here: refinements over two moments must not see one.
const wireMoment = z.iso.datetime({ offset: true, ...wrongMoment }).refine(text => Date.parse(text) >= 0, wrongMoment)

/** Codec of a moment since 1970: ISO 8601 in UTC on the wire, a Date inside. */
export const moment = z.codec(wireMoment, z.date(), {
  decode: text => new Date(text),
  encode: date => date.toISOString(),
})

/** A whole number, sent as text in a query string. */
export const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max)

/** An hour of the day in China, and a day of the week (Monday: 1), sent as text in a query string. */
export const hourOfDay = z.codec(z.string(), z.int().min(0).max(23), { decode: Number, encode: String })
export const weekday = z.codec(z.string(), z.int().min(1).max(7), { decode: Number, encode: String })

/** A flag, sent as text in a query string. */
export const flag = z.stringbool()

/** Page size of a list. */
export const pageSize = wholeNumber(1, limits.pageRows).default(20)

/** A page of a list: its rows and the cursor of the next page; null at the end. */
export const pageOf = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row), nextCursor: z.string().nullable() })

/** A mainland mobile number as 11 plain digits. */
export const phoneNumber = z
  .string()
  .trim()
  .regex(/^1[3-9]\d{9}$/, '请输入11位手机号')

/** The same, or a number abroad in E.164. */
export const anyPhoneNumber = z
  .string()
  .trim()
  .regex(/^(?:1[3-9]\d{9}|\+[1-9]\d{6,14})$/, '请输入11位手机号；国际及港澳台号码以+和区号开头')

/** A whole number, or its last four digits. */
export const phoneOrEnding = z
  .string()
  .trim()
  .regex(/^(?:1[3-9]\d{9}|\+[1-9]\d{6,14}|\d{4})$/, '请输入11位手机号，或后4位')
