import { limits } from '#values/limits.ts'
import { contactFindings, withoutLinks } from './contact-check.ts'
import { advertisingWords, codeWords } from './content-words.ts'
import { type Finding, found, hint, marksOf, note, quoted, refusal, variableMarks } from './finding.ts'
import { type Mark, normalText, placesOf } from './normal-text.ts'
import { composeContent, linkPattern, type MessageKind, saysHowToOptOut, type TemplateVariable, variablesOf } from './template-text.ts'
import { otherSyntax } from './template-variable.ts'

const wordMarks = (text: string, words: readonly string[]): Mark[] => {
  const normal = normalText(text)
  return words.flatMap(word => placesOf(text, normal, word))
}

export interface TemplateContent {
  kind: MessageKind
  text: string
  variables: readonly TemplateVariable[]
}

/** Findings about a template: all that its text alone decides, so that the form shows them while typing. */
export function checkTemplateText(template: TemplateContent, messageUnits: number = limits.messageUnits): Finding[] {
  if (template.text.trim() === '') return [refusal('empty', '请填写模板内容')]
  return [...checkForm(template, messageUnits), ...checkVariables(template), ...checkKind(template), ...contactFindings(template)]
}

/**
 * Invisible characters. Not zero-width joiners, which join emoji, and variation selectors; Hangul fillers count as
 * letters in Unicode.
 */
const invisible =
  /(?<!\p{Extended_Pictographic})[\p{Cf}\p{Zl}\p{Zp}]|(?![\p{Cf}\p{Variation_Selector}])\p{Default_Ignorable_Code_Point}|[^\P{Cc}\n]/gu
const lookAlike = /[\p{Script=Cyrillic}\p{Script=Greek}\u{1d400}-\u{1d7ff}\u{24b6}-\u{24e9}]+/gu
const fullWidth = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]+/g
const emoji = /\p{Extended_Pictographic}/gu
/** Signs that some phones show as a box or a question mark (forbidden on other platforms). */
const mojibake = /[★☆※√×÷¥￥&^~`§№◆●○□■△▲→←↑↓♀♂]/g

function checkForm({ kind, text, variables }: TemplateContent, messageUnits: number): Finding[] {
  const plain = withoutLinks(text.replace(variablePattern, variable => ' '.repeat(variable.length)))
  return [
    ...found(marksOf(text, /[【】]/g), marks =>
      refusal('brackets', '内容里不能有【】', { fix: '签名在发送时自动加在最前面，请删去【】', marks }),
    ),
    ...found(marksOf(text, invisible), marks => refusal('invisible', '含有看不见的字符', { fix: '删去后重新输入，或粘贴为纯文本', marks })),
    ...found(marksOf(plain, lookAlike), marks =>
      note('look_alike', `${quoted(text, marks)}是形似字符`, { fix: '改用普通的字母和数字', marks }),
    ),
    ...found(marksOf(plain, fullWidth), marks =>
      hint('full_width', `${quoted(text, marks)}是全角字母或数字`, { fix: '改用半角，更易阅读', marks }),
    ),
    ...found(marksOf(plain, emoji), marks =>
      note('emoji', `表情符号${quoted(text, marks)}在部分手机显示为方框`, { fix: '改用文字', marks }),
    ),
    ...found(marksOf(plain, mojibake), marks =>
      hint('symbol', `符号${quoted(text, marks)}在部分手机显示为方框或问号`, { fix: '改用文字或普通标点', marks }),
    ),
    ...checkLength({ kind, text, variables }, messageUnits),
  ]
}

const signaturePlace = '签'.repeat(limits.signatureMaxCharacters)

function checkLength(template: TemplateContent, messageUnits: number): Finding[] {
  const { shortest, longest } = lengthsOf(template, signaturePlace)
  if (shortest > messageUnits)
    return [refusal('too_long', `连同签名有${shortest}字，超过${messageUnits}字的短信不能发送`, { fix: '缩短内容' })]
  if (longest <= messageUnits) return []
  return [hint('long', `变量都取最长时有${longest}字，超过${messageUnits}字的短信不能发送`, { fix: '缩短内容，或调小变量的最大长度' })]
}

/**
 * Length in characters of a template's message, with the shortest and the longest values of its variables, including
 * signature and opt-out suffix.
 */
export function lengthsOf({ kind, text, variables }: TemplateContent, signatureText: string): { shortest: number; longest: number } {
  const byName = new Map(variables.map(variable => [variable.name, variable]))
  const lengthWith = (valueLength: (variable: TemplateVariable) => number) => {
    const filled = text.replace(variablePattern, sign => {
      const variable = byName.get(sign.slice(2, -1))
      return variable ? '一'.repeat(valueLength(variable)) : sign
    })
    return composeContent(signatureText, filled, kind).length
  }
  return { shortest: lengthWith(({ kind }) => (kind === 'code' ? 4 : 1)), longest: lengthWith(({ maxLength }) => maxLength) }
}

const variablePattern = /\$\{[A-Za-z][A-Za-z\d_]{0,19}\}/g

function checkVariables({ text, variables }: TemplateContent): Finding[] {
  const rest = text.replace(variablePattern, sign => ' '.repeat(sign.length))
  const names = variablesOf(text)
  const declaredNames = variables.map(variable => variable.name)
  const findings = [
    ...found(marksOf(rest, /\$\s*\{[^}]*\}?/g), marks =>
      refusal('variable_name', `${quoted(text, marks)}不是变量`, {
        fix: '写成${名称}，名称以字母开头，只含字母、数字和下划线，最多20个字符',
        marks,
      }),
    ),
    ...found(marksOf(text, /(?:\$\{[^{}]*\}){2,}/g), marks =>
      refusal('variable_adjacent', '两个变量之间须有文字隔开', { fix: '在变量之间写上固定的文字，或合并成一个变量', marks }),
    ),
    ...found(
      marksOf(
        rest.replace(/\$\s*\{[^}]*\}?/g, sign => ' '.repeat(sign.length)),
        otherSyntax,
      ),
      marks =>
        note('variable_other', `${quoted(text, marks)}像是其他平台的变量写法，会原样发出`, {
          fix: '点“转换变量写法”，或改写成${名称}',
          marks,
        }),
    ),
  ]
  if (names.length > limits.templateVariables) findings.push(refusal('variable_count', `最多${limits.templateVariables}个变量`))
  if (names.length > 0 && !/[\p{Letter}\p{Number}]/u.test(rest))
    findings.push(refusal('variable_only', '内容不能只有变量', { fix: '把固定的文字写进模板，审核才能判断会发送什么' }))
  if (declaredNames.length !== names.length || declaredNames.some((name, index) => name !== names[index]))
    findings.push(refusal('variable_untold', '变量与内容不一致，请重新填写变量'))
  return findings
}

const optOutAtEnd = (text: string): Mark[] => {
  const match = saysHowToOptOut.exec(text.trimEnd())
  return match ? [{ from: match.index, to: match.index + match[0].length }] : []
}

function checkKind(template: TemplateContent): Finding[] {
  if (template.kind === 'otp') return checkCode(template)
  const { kind, text } = template
  const optOut = optOutAtEnd(text)
  if (kind === 'marketing')
    return optOut.length > 0 ? [] : [hint('opt_out_added', '内容没有退订方式，发送时自动在末尾加上“拒收请回复R”并计入字数')]
  return [
    ...found(optOut, marks =>
      refusal('opt_out_in_transactional', '通知短信不能带退订说明', { fix: '删去退订说明；如果是营销内容，请选择“推广”', marks }),
    ),
    ...found(wordMarks(text, advertisingWords), marks =>
      note('advertising', `${quoted(text, marks)}像是营销内容`, { fix: '营销内容须选择“推广”', marks }),
    ),
  ]
}

function checkCode({ text, variables }: TemplateContent): Finding[] {
  const findings: Finding[] = []
  const codes = variables.filter(variable => variable.kind === 'code')
  if (codes.length !== 1)
    findings.push(
      refusal('code_variable', '验证码模板须有且只有一个“验证码”类型的变量', {
        fix: codes.length === 0 ? '在验证码的位置插入变量，类型选“验证码”' : '只留一个“验证码”类型的变量',
      }),
    )
  if (wordMarks(text, codeWords).length === 0)
    findings.push(
      refusal('code_word', '没有写明这是验证码', {
        fix: `写上${codeWords
          .slice(0, 4)
          .map(word => `“${word}”`)
          .join('、')}中的一个`,
      }),
    )
  if (!/\d\s*(?:分钟|小时|秒)|有效|过期|登录|登陆|注册|绑定|修改|找回|支付|身份|请勿|切勿|不要/.test(text))
    findings.push(hint('code_purpose', '没有写明用途或有效期', { fix: '例如“5分钟内有效，请勿告诉他人”' }))
  const links = [
    ...marksOf(text, new RegExp(linkPattern, 'gi')),
    ...variableMarks(
      text,
      variables.filter(variable => variable.kind === 'link'),
    ),
  ]
  return [
    ...findings,
    ...found(links, marks => refusal('code_link', '验证码短信不能带链接', { fix: '删去链接', marks })),
    ...found(optOutAtEnd(text), marks => refusal('opt_out_in_code', '验证码短信不能带退订说明', { fix: '删去退订说明', marks })),
    ...found(wordMarks(text, advertisingWords), marks =>
      refusal('advertising', `验证码短信不能有营销内容：${quoted(text, marks)}`, { fix: '删去这些内容', marks }),
    ),
  ]
}
