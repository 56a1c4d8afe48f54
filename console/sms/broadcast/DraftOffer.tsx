import { Alert } from 'antd'
import { LinkButton } from '#ui/LinkButton.tsx'
import style from './Broadcast.module.css'
import { draftPath, useNewestDraft } from './draft.ts'

/** Unsent drafts, above an empty form. */
export function DraftOffer() {
  const list = useNewestDraft()
  const [newest] = list.data?.rows ?? []
  if (!list.data || !newest) return null
  return (
    // The space below belongs to the wrapper: antd's own margin of a notice may win over a class of ours.
    <div className={style.offer}>
      <Alert
        type="info"
        showIcon
        title={`有 ${list.data.count} 份草稿没有发出${newest.name ? `，最近的一份是“${newest.name}”` : ''}`}
        action={
          <span className={style.offers}>
            <LinkButton type="primary" to={draftPath(newest.draftId, 'confirm')}>
              继续最近的一份
            </LinkButton>
            <LinkButton to="/sms/broadcast-task?state=draft">查看草稿</LinkButton>
          </span>
        }
      />
    </div>
  )
}
