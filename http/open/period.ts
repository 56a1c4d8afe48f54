import { refuse } from '#contract/refusals.ts'

const dayMs = 86_400_000

/** Refuses days of China that are out of order, or too many. */
export function requireDays({ from, to }: { from: string; to: string }, most: number): void {
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (count < 1) refuse('input_invalid', {}, { to: '结束日期不能早于开始日期' })
  if (count > most) refuse('input_invalid', {}, { from: `一次最多${most}天` })
}
