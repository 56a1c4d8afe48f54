import { limits } from '#values/limits.ts'
import { advertisingWords, codeWords, forbiddenWords, neutralWords, sensitiveWords } from './content-words.ts'
import { linkPattern, type MessageKind, saysHowToOptOut, type TemplateVariable, variablesOf } from './template-text.ts'

/** `refuse`: must be mended before submission. `note`: staff look at it. */
export interface Finding {
  code: string
  level: 'refuse' | 'note'
  /** What was found and what to do, as the customer and staff read it. */
  message: string
}

const refuse = (code: string, message: string): Finding => ({ code, level: 'refuse', message })
const note = (code: string, message: string): Finding => ({ code, level: 'note', message })

/** A word as the eye reads it: what stands between its characters to get past a check is left out. */
const squash = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '')

const hits = (text: string, words: readonly string[]) => {
  const squashed = squash(text)
  return words.filter(word => squashed.includes(word))
}
const quoted = (words: readonly string[]) => words.map(word => `“${word}”`).join('、')

const neutral = new RegExp(`^(?:${neutralWords.join('|')})+$`, 'i')

/** What is wrong with the text of a signature, without its 【】. */
export function checkSignatureText(text: string): Finding[] {
  const findings: Finding[] = []
  const { signatureMinCharacters: min, signatureMaxCharacters: max } = limits
  if (/[【】]/.test(text)) findings.push(refuse('brackets', '不需要填写【】，发送时自动加上'))
  else if (!/^[\p{Script=Han}A-Za-z\d]*$/u.test(text)) findings.push(refuse('characters', '只能使用汉字、字母和数字，不能有空格和符号'))
  if (text.length < min || text.length > max) findings.push(refuse('length', `须为${min}-${max}个字`))
  if (/^\d+$/.test(text)) findings.push(refuse('digits_only', '不能全是数字'))
  if (neutral.test(text)) findings.push(refuse('neutral', `“${text}”看不出是谁发的，请用企业、品牌或应用的名称`))
  const forbidden = hits(text, forbiddenWords)
  if (forbidden.length > 0) findings.push(refuse('forbidden_word', `含有禁止使用的词：${quoted(forbidden)}`))
  return findings
}

interface TemplateContent {
  kind: MessageKind
  text: string
  variables: readonly TemplateVariable[]
}

/** What is wrong with a template: all that can be told from its text, so that the form shows it while it is typed. */
export function checkTemplateText(template: TemplateContent): Finding[] {
  if (template.text.trim() === '') return [refuse('empty', '请填写模板内容')]
  return [...checkForm(template), ...checkVariables(template), ...checkKind(template), ...checkContacts(template), ...checkWords(template)]
}

const invisible = /[\p{Cf}\p{Zl}\p{Zp}]|[^\P{Cc}\n]/u
const lookAlike = /[\p{Script=Cyrillic}\p{Script=Greek}\u{1d400}-\u{1d7ff}]|[\uff21-\uff3a\uff41-\uff5a]/u

function checkForm({ kind, text, variables }: TemplateContent): Finding[] {
  const findings: Finding[] = []
  if (/[【】]/.test(text)) findings.push(refuse('brackets', '内容里不能有【】，签名在发送时自动加在最前面'))
  if (invisible.test(text.replace(/\p{Extended_Pictographic}\u200d/gu, '')))
    findings.push(refuse('invisible', '含有看不见的字符，请重新输入或粘贴为纯文本'))
  const odd = lookAlike.exec(text)
  if (odd) findings.push(note('look_alike', `“${odd[0]}”是形似字符，建议改用普通的字母和数字`))
  if (/\p{Extended_Pictographic}/u.test(text)) findings.push(note('emoji', '含有表情符号，部分手机显示为方框'))
  const longest = variables.reduce((length, one) => length + one.maxLength - one.name.length - 3, text.length)
  const room = limits.messageUnits - limits.signatureMaxCharacters - 2 - (kind === 'marketing' && !saysHowToOptOut.test(text) ? 8 : 0)
  if (longest > room) findings.push(note('long', `变量都取最长时可能超过${limits.messageUnits}字，超过的短信不能发送`))
  return findings
}

const validVariable = /\$\{[A-Za-z][A-Za-z\d_]{0,19}\}/g

function checkVariables({ text, variables }: TemplateContent): Finding[] {
  const findings: Finding[] = []
  const rest = text.replace(validVariable, '')
  const names = variablesOf(text)
  if (/\$\s*\{/.test(rest))
    findings.push(refuse('variable_name', '变量须写成${名称}，名称以字母开头，只含字母、数字和下划线，最多20个字符'))
  if (names.length > limits.templateVariables) findings.push(refuse('variable_count', `最多${limits.templateVariables}个变量`))
  if (/\$\{[^{}]*\}\$\{[^{}]*\}/.test(text)) findings.push(refuse('variable_adjacent', '两个变量之间须有文字隔开'))
  if (names.length > 0 && !/[\p{Letter}\p{Number}]/u.test(rest)) findings.push(refuse('variable_only', '内容不能只有变量'))
  const other = /\{\d{1,2}\}|@var\([^)]*\)|\{\$[^{}]*\}|#[A-Za-z]\w*#/.exec(rest)
  if (other) findings.push(note('variable_other', `“${other[0]}”像是其他平台的变量写法，这里请写成\${名称}，否则会原样发出`))
  const told = variables.map(variable => variable.name)
  if (told.length !== names.length || told.some((name, index) => name !== names[index]))
    findings.push(refuse('variable_untold', '变量与内容不一致，请重新填写变量'))
  return findings
}

function checkKind(template: TemplateContent): Finding[] {
  if (template.kind === 'code') return checkCode(template)
  const { kind, text } = template
  if (kind === 'marketing')
    return saysHowToOptOut.test(text.trim())
      ? []
      : [note('opt_out_added', '内容没有退订方式，发送时自动在末尾加上“，拒收请回复R”并计入字数')]
  const findings: Finding[] = []
  if (saysHowToOptOut.test(text.trim())) findings.push(refuse('opt_out_in_notice', '通知短信不能带退订说明；如果是营销内容，请选择“推广”'))
  const advertising = hits(text, advertisingWords)
  if (advertising.length > 0) findings.push(note('advertising', `${quoted(advertising)}像是营销内容，营销内容须选择“推广”`))
  return findings
}

function checkCode({ text, variables }: TemplateContent): Finding[] {
  const findings: Finding[] = []
  const codes = variables.filter(variable => variable.kind === 'code')
  if (codes.length !== 1) findings.push(refuse('code_variable', '验证码模板须有且只有一个“验证码”类型的变量'))
  if (hits(text, codeWords).length === 0) findings.push(refuse('code_word', `验证码模板须写明是什么，例如${quoted(codeWords.slice(0, 3))}`))
  if (variables.some(variable => variable.kind === 'link') || linkPattern.test(text))
    findings.push(refuse('code_link', '验证码短信不能带链接'))
  if (saysHowToOptOut.test(text.trim())) findings.push(refuse('opt_out_in_code', '验证码短信不能带退订说明'))
  const advertising = hits(text, advertisingWords)
  if (advertising.length > 0) findings.push(refuse('advertising', `验证码短信不能有营销内容：${quoted(advertising)}`))
  return findings
}

const phonePattern = /(?<!\d)(?:1[3-9]\d[ -]?\d{4}[ -]?\d{4}|[48]00[ -]?\d{3}[ -]?\d{4}|0\d{2,3}-?\d{7,8})(?!\d)/
const chatId = /(?:qq|q群|扣扣|企鹅)号?群?\d{5,11}|(?:微信|薇信|威信|徽信|v信|vx|wx|wechat)号?[a-z][a-z\d]{5,19}/i
const chatInvitation = /加(?:我微|微信|薇信|v信|vx|qq|扣扣)/i
const addresses = /(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+[!-~]*/g

function checkContacts({ kind, text, variables }: TemplateContent): Finding[] {
  const findings: Finding[] = []
  const phone = phonePattern.exec(text.normalize('NFKC'))
  if (phone && kind === 'code') findings.push(refuse('phone', `验证码短信不能带电话号码“${phone[0]}”`))
  else if (phone) findings.push(note('phone', `含有电话号码“${phone[0]}”，请在申请说明里写明是谁的电话`))
  const said = squash(text.replace(validVariable, '').replace(addresses, ''))
  const chat = chatId.exec(said)
  if (chat) findings.push(refuse('chat_id', `不能留QQ、微信等联系方式（“${chat[0]}”）`))
  else if (chatInvitation.test(said)) findings.push(note('chat_invitation', '像是引导添加QQ或微信，可能不能通过审核'))
  const link = linkPattern.exec(text)
  if (kind !== 'code' && (link || variables.some(variable => variable.kind === 'link')))
    findings.push(note('link', '含有链接，请在申请说明里写明网站名称和备案号'))
  return findings
}

function checkWords({ text }: TemplateContent): Finding[] {
  const forbidden = hits(text, forbiddenWords)
  const sensitive = hits(text, sensitiveWords)
  return [
    ...(forbidden.length > 0 ? [refuse('forbidden_word', `含有禁止发送的内容：${quoted(forbidden)}`)] : []),
    ...(sensitive.length > 0 ? [note('sensitive_word', `${quoted(sensitive)}属于敏感行业用语，审核时可能需要补充资质`)] : []),
  ]
}
