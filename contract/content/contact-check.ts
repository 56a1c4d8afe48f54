import { type Finding, marksOf, note, quoted, refusal, variableMarks } from './finding.ts'
import { type Mark, normalText, placeOf } from './normal-text.ts'
import { linkPattern, type MessageKind, type TemplateVariable } from './template-text.ts'

interface Content {
  kind: MessageKind
  text: string
  variables: readonly TemplateVariable[]
}

/**
 * A mobile number, a 400 or 800 number, a line with its area code; anything may be between the digits of a mobile
 * number.
 */
const phone = /(?<!\d)(?:1[3-9]\d{9}|[48]00\d{7}|0\d{9,11})(?!\d)/g
const chatId =
  /(?:qq|q群|扣扣|企鹅|球球)号?群?[1-9]\d{4,10}|(?:微信|薇信|威信|徽信|溦信|维信|v信|vx|wx|wei?xin|wechat)号?[a-z][a-z\d]{5,19}/g
const chatInvitation = /加(?:我|个|一下)?(?:微信|薇信|威信|徽信|溦信|维信|v信|vx|wx|v|qq|扣扣|q群)(?![a-z型字])|加我微/g
const addresses = /(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+[!-~]*/g
/** A link up to its end. */
const wholeLink = new RegExp(`(?:${linkPattern.source})[!-~]*`, 'gi')
const numerals = '〇零一二三四五六七八九壹贰叁肆伍陆柒捌玖幺'
const digitOf = (numeral: string) => '00123456789123456789'.concat('1')[numerals.indexOf(numeral)] ?? numeral
/** Chinese numerals count as digits in runs too long to be quantities. */
const numeralRun = new RegExp(`[${numerals}\\d]{7,}`, 'g')

/** Blanks out a text's links, whose signs and letters don't concern other rules. Positions stay. */
export const withoutLinks = (text: string): string => text.replace(wholeLink, link => ' '.repeat(link.length))

/** Finds numbers, accounts and links that lead away from the message. */
export function contactFindings({ kind, text, variables }: Content): Finding[] {
  // Links contain letters and digits that look like contacts.
  const linkless = text.replace(addresses, address => '。'.repeat(address.length))
  const normal = normalText(linkless, character => character)
  const said = { ...normal, text: normal.text.replace(numeralRun, run => [...run].map(digitOf).join('')) }
  const places = (pattern: RegExp): Mark[] => marksOf(said.text, pattern).map(({ from, to }) => placeOf(said, from, to))
  const phones = places(phone).filter(mark => isOneRun(text.slice(mark.from, mark.to)))
  const chats = places(chatId)
  const invitations = chats.length > 0 ? [] : [...places(chatInvitation), ...marksOf(linkless, /[+➕＋]\s*(?:v|微|薇|vx|wx|qq)(?![a-z])/gi)]
  const links = [
    ...marksOf(text, wholeLink),
    ...variableMarks(
      text,
      variables.filter(variable => variable.kind === 'link'),
    ),
  ]
  return [
    ...(phones.length === 0 ? [] : [phoneFinding(kind, text, phones)]),
    ...(chats.length === 0
      ? []
      : [refusal('chat_id', `不能留QQ、微信等联系方式：${quoted(text, chats)}`, { fix: '删去，或改用客服电话', marks: chats })]),
    ...(invitations.length === 0
      ? []
      : [
          note('chat_invitation', `${quoted(text, invitations)}像是引导添加QQ或微信，可能不能通过审核`, {
            fix: '改用客服电话或公众号名称',
            marks: invitations,
          }),
        ]),
    ...(kind === 'otp' || links.length === 0
      ? []
      : [
          note('link', `含有链接${quoted(text, links)}`, {
            fix: '在申请说明里写明网站名称和备案号；在“短链管理”的“域名”里保存过的，可以一键填入',
            marks: links,
          }),
        ]),
  ]
}

/** Digits of two sentences are no number. */
const isOneRun = (text: string) => !/[，。！？；：,;!?\n]/.test(text)

const phoneFinding = (kind: MessageKind, text: string, marks: Mark[]): Finding =>
  kind === 'otp'
    ? refusal('phone', `验证码短信不能带电话号码${quoted(text, marks)}`, { fix: '删去电话号码', marks })
    : note('phone', `含有电话号码${quoted(text, marks)}`, { fix: '在申请说明里写明是谁的电话', marks })
