import { thousands } from '#ui/display/Count.tsx'
import type { LinkChoices } from '../ui/LinkFields.tsx'
import type { LinkDraft } from '../ui/link-draft.ts'
import { rollUpSummaries } from '../ui/link-words.ts'
import style from './Create.module.css'
import { baseOf, hostOf } from './short-host.ts'

interface LinkPreviewProps {
  draft: LinkDraft
  choices: LinkChoices | undefined
  /** Unset until the target was checked. */
  needsReview: boolean | undefined
}

/** Preview: the short address, its target, and its cost. */
export function LinkPreview({ draft, choices, needsReview }: LinkPreviewProps) {
  const code = draft.ownCode.trim()
  const summaries = rollUpSummaries(draft, choices)
  const shownLength = baseOf(draft.domain, choices).length + (code.length || 7)
  return (
    <aside className={style.preview} aria-label="短链预览">
      <h2>预览</h2>
      <p className={style.address}>
        {hostOf(draft.domain, choices)}/<b>{code || '随机7位'}</b>
      </p>
      <dl>
        <div>
          <dt>跳转到</dt>
          <dd>{draft.target.trim() || '—'}</dd>
        </div>
        <div>
          <dt>有效期</dt>
          <dd>{summaries.life}</dd>
        </div>
        {draft.rules.length > 0 ? (
          <div>
            <dt>分流</dt>
            <dd>{summaries.rules}</dd>
          </div>
        ) : null}
        <div>
          <dt>短信里占</dt>
          <dd>{shownLength} 字</dd>
        </div>
        <div>
          <dt>创建后</dt>
          <dd>{needsReview === undefined ? '—' : needsReview ? '审核通过后生效' : '立即生效'}</dd>
        </div>
        {choices ? (
          <div>
            <dt>短链套餐</dt>
            <dd>用 1 次，剩余 {thousands(choices.units.left)} 次</dd>
          </div>
        ) : null}
      </dl>
    </aside>
  )
}
