import { parsePhone, phoneProblemNames, splitNumbers } from '#values/phone.ts'
import { thousands } from './Count.tsx'

/** How many different numbers a text of pasted ones has. */
export const pastedCount = (text: string): number =>
  new Set(
    splitNumbers(text).flatMap(one => {
      const parsed = parsePhone(one)
      return 'phone' in parsed ? [parsed.phone] : []
    }),
  ).size

/** What a text of pasted numbers holds, as a sentence; null: nothing yet. */
export function pastedNote(text: string): string | null {
  const numbers = splitNumbers(text)
  const parsed = numbers.map(one => parsePhone(one))
  if (parsed.length === 0) return null
  const phones = parsed.flatMap(one => ('phone' in one ? [one.phone] : []))
  const problems = parsed.flatMap(one => ('problem' in one ? [phoneProblemNames[one.problem]] : []))
  const different = new Set(phones).size
  const said = [
    `识别到 ${thousands(different)} 个号码`,
    ...(phones.length > different ? [`重复 ${thousands(phones.length - different)} 个`] : []),
    ...[...new Set(problems)].map(name => `${name} ${thousands(problems.filter(one => one === name).length)} 个`),
  ]
  // Names beside the numbers: what was pasted is a table.
  return said.join('，') + (phones.length > 0 && numbers.some(one => !/\d/.test(one)) ? '；有姓名等其他列时，请上传文件' : '')
}
