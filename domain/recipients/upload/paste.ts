import { refuse } from '#contract/refusals.ts'
import { limits } from '#values/limits.ts'
import { splitNumbers } from '#values/phone.ts'

/** The numbers of a pasted text as lines of a file. Refuses `file_empty` and `paste_too_many`. */
export function pastedLines(text: string): string {
  const numbers = splitNumbers(text)
  if (numbers.length === 0) refuse('file_empty')
  if (numbers.length > limits.pastedPhones) refuse('paste_too_many', { count: limits.pastedPhones.toLocaleString('en-US') })
  return `${numbers.join('\n')}\n`
}
