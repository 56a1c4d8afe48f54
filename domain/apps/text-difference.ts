import type { TextDifference } from '#contract/content/signature-request.ts'
import { firstOrThrow } from '#values/or-throw.ts'

const around = 24

/**
 * The first difference between two texts with an excerpt of each; null if equal. Windows line ends and a trailing line
 * end count like any character.
 */
export function firstDifference(ours: string, theirs: string): TextDifference | null {
  if (ours === theirs) return null
  let at = 0
  while (at < ours.length && at < theirs.length && ours[at] === theirs[at]) at += 1
  const before = ours.slice(0, at)
  const line = before.split('\n').length
  const column = at - (before.lastIndexOf('\n') + 1) + 1
  const from = Math.max(0, at - around)
  const lead = ours.slice(from, at)
  return {
    line,
    column,
    lead: `${from > 0 ? '…' : ''}${lead}`,
    ours: ours.slice(at, at + around),
    theirs: theirs.slice(at, at + around),
    hint: hintFor(ours, theirs, at),
  }
}

/** A hint for the most frequent mistakes of programs, from the characters at the difference. */
function hintFor(ours: string, theirs: string, at: number): string | null {
  const [mine, other] = [ours.slice(at), theirs.slice(at)]
  // An escape may begin before the difference: `%2A` and `%2a` differ in the last letter.
  const begun = /%[\dA-Fa-f]{0,1}$/.exec(ours.slice(0, at))?.[0] ?? ''
  const [mineWhole, otherWhole] = [begun + mine, begun + other]
  const starts = (own: string, their: string) => mineWhole.startsWith(own) && otherWhole.startsWith(their)
  if (other.startsWith('\r\n') || (theirs.includes('\r') && !ours.includes('\r'))) return '您的字符串用了\\r\\n换行，须只用\\n'
  if (mine === '' && other.trim() === '') return '您的字符串末尾多了换行或空格'
  if (other === '' && mine.trim() === '') return '您的字符串末尾少了换行'
  if (starts('%20', '+')) return '空格须编码为%20，不是+（很多语言的urlencode会编码成+）'
  if (starts('~', '%7E')) return '波浪线~不用编码，请把%7E换回~'
  if (starts('%7E', '~')) return '这里的~被再次编码，须按%7E计算'
  if (starts('%2A', '*')) return '星号*须编码为%2A'
  if (/^%[\dA-F]{2}/.test(mineWhole) && /^[!'()]/.test(other)) return "! ' ( ) 也须编码（encodeURIComponent不编码它们）"
  if (/^%[\dA-F]{2}/.test(mineWhole) && otherWhole.slice(0, 3).toUpperCase() === mineWhole.slice(0, 3))
    return '百分号编码须用大写字母，例如%2A'
  if (mineWhole.startsWith('%25') || otherWhole.startsWith('%25')) return '编码的次数不同：请检查参数是否多编码或少编码了一次'
  if (/^%[\dA-F]{2}/.test(mineWhole)) return '这个字符须做百分号编码（UTF-8，大写）'
  const line = firstOrThrow(ours.slice(ours.lastIndexOf('\n', at - 1) + 1).split('\n'))
  if (line.startsWith('host:')) return '签名用的host须和请求实际的Host一致（包括端口）'
  if (/^[\da-f]{64}$/.test(line)) return '摘要不同：请核对它所对应的请求体或规范请求，每个字节都要一致'
  if (/^\d{10,13}$/.test(line)) return '时间戳不同：请求头里的时间须和签名时用的是同一个值，单位为秒'
  return null
}
