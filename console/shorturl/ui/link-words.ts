import { minuteText } from '#values/send-window.ts'
import type { LinkChoices } from './LinkFields.tsx'
import type { LinkDraft } from './link-draft.ts'
import { utmFields, utmOf } from './utm.ts'

const joined = (parts: (string | false | null)[], otherwise: string) => parts.filter(part => part).join('、') || otherwise

/** Short summary of each section of the form. */
export function rollUpSummaries(draft: LinkDraft, choices: LinkChoices | undefined) {
  const group = choices?.groups.find(one => one.linkGroupId === draft.linkGroupId)?.name
  const endText = { forever: null, days: `${draft.days ?? '—'}天`, date: draft.endsAt.replace('T', ' ') || null }[draft.life]
  return {
    names: joined([draft.title.trim(), ...draft.tags, group ?? null], '未填写'),
    life: joined(
      [
        draft.startsAt !== '' && `${draft.startsAt.replace('T', ' ')}起`,
        endText && (draft.life === 'days' ? `有效${endText}` : `到${endText}`),
        draft.visitLimit !== null && `最多${draft.visitLimit}次`,
        (draft.password !== '' || draft.keepsPassword) && '须密码',
        draft.hasHours && `每天${minuteText(draft.activeFromMinute)}-${minuteText(draft.activeUntilMinute)}`,
      ],
      '长期有效，不限次数',
    ),
    rules: draft.rules.length > 0 ? `${draft.rules.length}条规则` : '所有访客到同一个网址',
    parameters: joined(
      [utmFields.some(({ name }) => utmOf(draft.target, name) !== '') && '有UTM参数', draft.passesQuery && '传递访客参数'],
      '未设置',
    ),
  }
}
