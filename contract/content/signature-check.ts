import { limits } from '#values/limits.ts'
import { type Finding, found, hint, marksOf, refusal } from './finding.ts'
import { neutralWords } from './neutral-words.ts'

const neutral = new RegExp(`^(?:${neutralWords.join('|')})+$`, 'i')

/** Findings about the text of a signature, without its 【】. */
export function checkSignatureText(text: string): Finding[] {
  const { signatureMinCharacters: min, signatureMaxCharacters: max } = limits
  const brackets = marksOf(text, /[【】]/g)
  const odd = marksOf(text, /[^\p{Script=Han}A-Za-z\d【】]/gu)
  const findings = [
    ...found(brackets, marks => refusal('brackets', '不需要填写【】，发送时自动加上', { marks })),
    ...(brackets.length > 0
      ? []
      : found(odd, marks => refusal('characters', '只能使用汉字、字母和数字，不能有空格和符号', { fix: '删去这些字符', marks }))),
  ]
  if (text.length < min || text.length > max) findings.push(refusal('length', `须为${min}-${max}个字`))
  else if (text.length === min) findings.push(hint('short', '签名较短，3个字以上更容易辨认'))
  if (/^\d+$/.test(text)) findings.push(refusal('digits_only', '不能全是数字'))
  if (neutral.test(text))
    findings.push(refusal('neutral', `“${text}”看不出是谁发的，请用企业、品牌或应用的名称`, { marks: [{ from: 0, to: text.length }] }))
  return findings
}
