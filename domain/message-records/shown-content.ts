import type { MessageKind } from '#domain/ledger/index.ts'

const hidden = '****'
/** Letters and digits with a digit, as codes are written; in two halves too. */
const code = '(?<![0-9A-Za-z０-９])(?:\\d{3}[- ]\\d{3}|(?=[A-Za-z]*[\\d０-９])[0-9A-Za-z０-９]{4,8})(?![0-9A-Za-z０-９])'
const word =
  '(?:验证码|校验码|动态码|动态密码|确认码|随机码|认证码|登录码|安全码|verification code|security code|passcode|one-time password)'
/** What may stand between the word and the code: no sentence ends there. */
const between = '[^0-9A-Za-z０-９。！!；;\\n]{0,12}(?:(?:is|your|the|login)\\s+){0,4}'

const anyCode = new RegExp(code, 'g')
const codeAfterWord = new RegExp(`(${word}${between})${code}`, 'gi')
const codeBeforeWord = new RegExp(`${code}(${between}${word})`, 'gi')

/**
 * A message's text as people read it in lists, details, exports and searches: a one-time code is for its recipient
 * alone. A message of the kind has every code hidden, another one those that its text calls so.
 */
export const shownContent = ({ kind, content }: { kind: MessageKind; content: string }): string =>
  kind === 'otp' ? content.replace(anyCode, hidden) : content.replace(codeAfterWord, `$1${hidden}`).replace(codeBeforeWord, `${hidden}$1`)
