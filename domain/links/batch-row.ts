import { linkTitleRule, ownCodeRule } from '#contract/links/link.ts'
import type { LinkBatchInput } from '#contract/links/link-batch.ts'
import { linkTarget } from '#contract/links/link-rule.ts'
import { linkTagsRule } from '#contract/links/link-tag.ts'
import { ownCodeProblemNames, wordProblem } from '#domain/visits/index.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import type { NewLink } from './create.ts'

/** A row of a file, as parsed. */
export interface GivenRow {
  /** Counted from 1, as in a spreadsheet. */
  line: number
  /** Of an added file: the line that it names, and takes the place of if that one was refused. */
  repairs?: number
  /** Trimmed texts. */
  cells: string[]
}
export type TargetsInput = Extract<LinkBatchInput, { way: 'targets' }>

const dayMs = 86_400_000
const chinaOffset = '+08:00'

/**
 * Parses the expiry of a link: a number of days from now, a date (its last moment) or a minute, in China time; null for
 * anything else.
 */
export function parseEnd(text: string, now: Date): Date | null {
  const days = /^(\d{1,4})\s*天?$/.exec(text)
  if (days) return Number(days[1]) > 0 ? new Date(now.getTime() + Number(days[1]) * dayMs) : null
  const found = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]+(\d{1,2}):(\d{2})(?::\d{2})?)?$/.exec(text)
  if (!found) return null
  const [, year = '', month = '', day = '', hour, minute] = found
  const two = (part: string) => part.padStart(2, '0')
  const start = new Date(`${year}-${two(month)}-${two(day)}T${two(hour ?? '0')}:${minute ?? '00'}:00${chinaOffset}`)
  // For impossible dates (2026-02-30) engines roll over or fail.
  if (Number.isNaN(start.getTime()) || new Date(start.getTime() + 8 * 3_600_000).getUTCDate() !== Number(day)) return null
  return hour === undefined ? new Date(start.getTime() + dayMs) : start
}

/** The link that a row describes, or why it is invalid. */
export function linkOfRow({ cells }: GivenRow, input: TargetsInput, now: Date): NewLink | { problem: string } {
  const cell = (column: number | null) => (column === null ? '' : (cells[column] ?? ''))
  const given = cell(input.targetColumn)
  if (given === '') return { problem: '目标网址为空' }
  if (cells.some(text => text.includes('\ufffd'))) return { problem: '含有无法识别的字符，请检查文件编码' }
  const target = linkTarget.safeDecode(given)
  const code = cell(input.codeColumn)
  const ownCode = code === '' ? null : ownCodeRule.safeParse(code)
  const word = ownCode?.success ? wordProblem(ownCode.data) : null
  const title = linkTitleRule.safeParse(cell(input.titleColumn))
  const tags = linkTagsRule.safeParse(splitTags(cell(input.tagsColumn)))
  if (!target.success || ownCode?.success === false || !title.success || !tags.success) {
    const issues = [target, ownCode, title, tags].flatMap(one => one?.error?.issues ?? [])
    return { problem: firstOrThrow(issues).message }
  }
  if (word) return { problem: ownCodeProblemNames[word] }
  const end = cell(input.endsColumn)
  const endsAt = end === '' ? input.endsAt : parseEnd(end, now)
  if (end !== '' && endsAt === null) return { problem: '失效时间无法识别，请写成 2026-12-31、2026-12-31 18:00 或天数' }
  if (endsAt && endsAt <= now) return { problem: '失效时间已经过去' }
  return {
    target: target.data,
    ownCode: ownCode?.data ?? null,
    title: title.data,
    tags: tags.data,
    domain: input.domain,
    linkGroupId: input.linkGroupId,
    endsAt,
  }
}

const splitTags = (text: string) => [
  ...new Set(
    text
      .split(/[、;；,，|\n]+/)
      .map(tag => tag.trim())
      .filter(tag => tag !== ''),
  ),
]

/** The recipient of a row, or why it gets no code. `seen`: recipients of earlier rows. */
export function recipientOfRow({ cells }: GivenRow, column: number, seen: Set<string>): string | { problem: string } {
  const recipient = cells[column] ?? ''
  if (recipient === '') return { problem: '收件人为空' }
  if (recipient.length > limits.linkRecipientCharacters) return { problem: `收件人不能超过${limits.linkRecipientCharacters}个字` }
  if (recipient.includes('\ufffd')) return { problem: '含有无法识别的字符，请检查文件编码' }
  if (seen.has(recipient)) return { problem: '与前面的行重复' }
  seen.add(recipient)
  return recipient
}
