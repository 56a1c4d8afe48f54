import { itemOrThrow } from '#values/or-throw.ts'
/** Kinds of variables. `most`: the largest allowed length in characters (UTF-16 units). */
export const variableKinds = {
  code: { name: '验证码', most: 6, example: '386072', pattern: /^[A-Za-z\d]{4,6}$/, reason: '须为4-6位数字或字母' },
  digits: { name: '数字', most: 20, example: '20', pattern: /^\d+$/, reason: '只能是数字' },
  alphanumeric: { name: '字母数字', most: 20, example: 'YT2026', pattern: /^[A-Za-z\d]+$/, reason: '只能是字母和数字' },
  amount: {
    name: '金额',
    most: 13,
    example: '128.00',
    pattern: /^(?:\d{1,10}|\d{1,3}(?:,\d{3}){1,3})(?:\.\d{1,2})?$/,
    reason: '须为最多两位小数的金额',
  },
  time: {
    name: '日期时间',
    most: 20,
    example: '11月21日 15:30',
    pattern: /^[\d年月日号时点分秒上下午半周星期一二三四五六至到:：/.~\- ]+$/,
    reason: '须为日期或时间',
  },
  link: {
    name: '链接',
    most: 60,
    example: 'https://example.com/a',
    pattern: /^(?:https?:\/\/)?[a-z\d][a-z\d.-]*\.[a-z]{2,}(?::\d+)?(?:[/?#][!-~]*)?$/i,
    reason: '须为网址',
  },
  text: { name: '其他', most: 35, example: '张女士', pattern: /./, reason: '' },
} as const
export type VariableKind = keyof typeof variableKinds

/** Purpose of a message: one-time code, transactional or marketing. */
export type MessageKind = 'otp' | 'transactional' | 'marketing'

/** A variable of a template, in the order in which the text first names it. `maxLength`: UTF-16 units of its value. */
export interface TemplateVariable {
  name: string
  kind: VariableKind
  maxLength: number
  /** An example value; unset: its kind's. */
  example?: string | undefined
}

/** A web address in a text: with its scheme, with www, or a name with a common top-level domain. */
export const linkPattern =
  /https?:\/\/|www\.|[a-z\d-]+\.(?:com|cn|net|org|top|xyz|vip|cc|io|shop|club|info|site|link|ltd|tv|me|co)(?![a-z\d])/i
/** Zero-width joiners within an emoji, which join several that are shown as one. */
const emojiJoiner = /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})/gu
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/u

/** Why a value doesn't fit a variable, as part of a Chinese sentence; null when it does. */
export function checkValue(variable: TemplateVariable, value: string): string | null {
  if (value.trim() === '') return '不能为空'
  if (value.length > variable.maxLength) return `最多${variable.maxLength}个字符`
  if (invisible.test(value.includes('\u200d') ? value.replace(emojiJoiner, '') : value)) return '不能含换行或不可见字符'
  if (/[【】]/.test(value)) return '不能含【】'
  const { pattern, reason } = variableKinds[variable.kind]
  if (!pattern.test(value)) return reason
  return variable.kind === 'text' && linkPattern.test(value) ? '不能含网址，请使用链接类型的变量' : null
}

const optOutLine = '拒收请回复R'
/** After these a comma would be doubled. */
const endsWithMark = /[。！？；，、…!?;,.]\s*$/
/** An opt-out instruction at the end of the text; a mere mention of 退订 is none. */
export const saysHowToOptOut = /(?:拒收请?回复?|退订请?回复?)\s*[A-Z]{1,2}[。！.!]?$|回复?\s*[A-Z]{1,2}\s*退订[。！.!]?$/i
const pattern = /\$\{([^{}]*)\}/g

/** Names of the variables of a text, each once, in the order of the text. */
export function variablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(pattern)].map(match => itemOrThrow(match, 1)))]
}

/**
 * Renders the text with values in the order of `variables`. Throws when a value is missing, since the upload has
 * checked them.
 */
export function renderTemplate(text: string, variables: readonly Pick<TemplateVariable, 'name'>[], values: readonly string[]): string {
  const byName = new Map(variables.map((variable, index) => [variable.name, values[index]]))
  return text.replace(pattern, (_, name: string) => {
    const value = byName.get(name)
    if (value === undefined) throw new Error(`no value for the variable ${name}`)
    return value
  })
}

/** The message as it is sent: 【signature】 and the text; marketing gets the opt-out suffix, once. */
export function composeContent(signatureText: string, text: string, kind: MessageKind): string {
  const content = `【${signatureText}】${text}`
  if (kind !== 'marketing' || saysHowToOptOut.test(text)) return content
  return `${content}${endsWithMark.test(text) ? '' : '，'}${optOutLine}`
}
