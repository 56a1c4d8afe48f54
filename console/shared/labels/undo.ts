import { type UndoFacts, type UndoOutcome, type UndoSubject, undoSubjects } from '#contract/undo/undo.ts'
import { thousands } from '#ui/display/Count.tsx'
import { keysOf } from '#values/keys.ts'

/** Why rows were not restored. */
const keptTexts: Record<Exclude<UndoOutcome, 'restored'>, string> = {
  changed: '之后又有改动，保持现状',
  gone: '之后被删除，没有恢复',
  taken: '的号码或名称已有另一个在用，没有恢复',
  homeless: '原来的分组或域名已删除，保持现状',
  opted_out: '的收件人之后自行退订或投诉，保留在黑名单',
  blocked: '的目标网址已被封禁，没有恢复',
}

/** How many of what an act changed. */
export const undoCountText = (subject: UndoSubject, count: number) => `${thousands(count)} 个${undoSubjects[subject].noun}`

/** What became of undoing an act: how many rows were restored, and why the others were not. */
export function undoneText({ subject, counts }: Pick<UndoFacts, 'subject' | 'counts'>): string {
  const { restored = 0, ...kept } = counts
  const reasons = keysOf(keptTexts).flatMap(outcome => {
    const count = kept[outcome] ?? 0
    return count > 0 ? [`${thousands(count)} 个${keptTexts[outcome]}`] : []
  })
  return [restored > 0 || reasons.length === 0 ? `恢复 ${undoCountText(subject, restored)}` : '没有可以恢复的', ...reasons].join('；')
}
