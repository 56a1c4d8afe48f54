import { thousands } from '#ui/display/Count.tsx'
import { parsePhone, phoneProblemNames, splitNumbers } from '#values/phone.ts'

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
  // Names beside the numbers are no numbers that are wrong.
  const isText = numbers.map(one => !/\d/.test(one))
  const textCount = isText.filter(Boolean).length
  const problems = parsed.flatMap((one, place) => ('problem' in one && !isText[place] ? [phoneProblemNames[one.problem]] : []))
  const different = new Set(phones).size
  const said = [
    `识别到 ${thousands(different)} 个号码`,
    ...(phones.length > different ? [`重复 ${thousands(phones.length - different)} 个`] : []),
    ...[...new Set(problems)].map(name => `${name} ${thousands(problems.filter(one => one === name).length)} 个`),
  ]
  const others = textCount > 0 ? [`不是号码的内容 ${thousands(textCount)} 处`] : []
  return [...said, ...others].join('，') + (phones.length > 0 && textCount > 0 ? '；有姓名等其他列时，请上传文件' : '')
}
