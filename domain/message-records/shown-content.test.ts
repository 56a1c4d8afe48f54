import { expect, test } from 'vitest'
import { shownContent } from './shown-content.ts'

const otp = (content: string) => shownContent({ kind: 'otp', content })
const notice = (content: string) => shownContent({ kind: 'transactional', content })

test.each([
  ['【鸿雁】您的验证码为777675，5分钟内有效。', '【鸿雁】您的验证码为****，5分钟内有效。'],
  ['【鸿雁】4821是您的登录口令', '【鸿雁】****是您的登录口令'],
  ['【鸿雁】登录口令 a1B2c3，请勿告诉他人', '【鸿雁】登录口令 ****，请勿告诉他人'],
  ['【鸿雁】口令 123-456 或 123 456', '【鸿雁】口令 **** 或 ****'],
  ['【鸿雁】口令７７７６７５', '【鸿雁】口令****'],
  ['【鸿雁】退订请致电4008001234，30分钟内有效', '【鸿雁】退订请致电4008001234，30分钟内有效'],
])('a message of one-time codes is shown without them: %s', (content, shown) => expect(otp(content)).toBe(shown))

test.each([
  ['【鸿雁】验证码：386072，请勿泄露。', '【鸿雁】验证码：****，请勿泄露。'],
  ['【鸿雁】386072（登录验证码），请勿泄露。', '【鸿雁】****（登录验证码），请勿泄露。'],
  ['【鸿雁】您申请的动态密码是 9981', '【鸿雁】您申请的动态密码是 ****'],
  ['[Hongyan] Your verification code is 386072.', '[Hongyan] Your verification code is ****.'],
  ['[Hongyan] 386072 is your verification code.', '[Hongyan] **** is your verification code.'],
])('a code in a message of another kind is hidden where the text calls it so: %s', (content, shown) => expect(notice(content)).toBe(shown))

test.each([
  '【鸿雁】您的包裹YT2026已到3号柜，请尽快来取。',
  '【鸿雁】订单20261125已发货。请勿向任何人提供验证码。客服4008001234',
  '【鸿雁】会议改到2026年3月1日14:30',
])('a message that names no code is shown whole: %s', content => expect(notice(content)).toBe(content))
