import { z } from 'zod'

const types: Record<string, string> = {
  string: '文字（字符串）',
  number: '数字',
  int: '整数',
  boolean: 'true或false',
  array: '数组',
  object: 'JSON对象',
  record: 'JSON对象',
}
/** Units of length by type; a number has none. */
const units: Record<string, string> = { string: '个字符', array: '项' }
const { localeError: usual } = z.locales.zhCN()

/** Chinese messages for validation rules without one of their own, in terms of JSON rather than of the library. */
function sayInChinese(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return '请填写'
      return types[issue.expected] && `须为${types[issue.expected]}`
    case 'too_big':
      return `${units[issue.origin] ? '最多' : issue.inclusive ? '最大' : '须小于'}${issue.maximum}${units[issue.origin] ?? ''}`
    case 'too_small':
      if (units[issue.origin]) return Number(issue.minimum) === 1 ? '不能为空' : `至少${issue.minimum}${units[issue.origin]}`
      return `${issue.inclusive ? '最小' : '须大于'}${issue.minimum}`
    case 'invalid_value':
      return `须为${issue.values.map(String).join('、')}${issue.values.length > 1 ? '之一' : ''}`
    case 'invalid_format':
      return issue.format === 'uuid' || issue.format === 'regex' ? '格式不正确' : undefined
    case 'unrecognized_keys':
      return `没有参数${issue.keys.join('、')}，请检查拼写`
    default:
      return undefined
  }
}

/** Sets the messages for every server. */
export const setChineseErrorMap = (): void => {
  z.config({ localeError: issue => sayInChinese(issue) ?? usual(issue) })
}
