import { refuse } from '#contract/refusals.ts'
import { limits } from '#values/limits.ts'
import { parsePhone } from '#values/phone.ts'

/**
 * The numbers of a pasted text as lines of a file: lines, commas, semicolons and blanks separate numbers, but `138 0013
 * 8000` stays one. Refuses `file_empty` and `paste_too_many`.
 */
export function pastedLines(text: string): string {
  const numbers = text
    // Zero bytes would make the file look like a program, and a lone quotation mark would swallow the lines after it.
    .replaceAll('\u0000', '')
    .replace(/["“”']/g, '')
    .split(/[\r\n,;，；、\t|]+/)
    .flatMap(part => ('phone' in parsePhone(part) ? [part] : part.split(/\s+/)))
    .map(part => part.trim())
    .filter(part => part !== '')
  if (numbers.length === 0) refuse('file_empty')
  if (numbers.length > limits.pastedPhones) refuse('paste_too_many', { count: limits.pastedPhones.toLocaleString('en-US') })
  return `${numbers.join('\n')}\n`
}
