import { Button } from 'antd'
import style from '#console/notice/Notice.module.css'
import { NoticeFacts } from '#console/notice/NoticeDetail.tsx'
import { newsCalls } from '#console/notice/notice.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { noticeCalls, type notificationCalls } from '#contract/notification/notice.ts'
import { useAct } from '#ui/call.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { FormRefusal } from '#ui/FormRefusal.tsx'
import { NoticeText } from '#ui/NoticeText.tsx'

/** Can be closed only by reading. */
export function MustReadDialog({ notice }: { notice: NonNullable<CallAnswerWire<typeof notificationCalls.news>['mustRead']> }) {
  const read = useAct(noticeCalls.read, { invalidates: newsCalls })
  return (
    <Dialog
      open
      title={notice.title}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      width={640}
      footer={
        <Button type="primary" loading={read.isPending} onClick={() => read.mutate({ noticeId: notice.noticeId })}>
          我已阅读
        </Button>
      }
    >
      <NoticeFacts notice={notice} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className={style.mustRead} tabIndex={0} aria-label="公告正文">
        <NoticeText text={notice.body} />
      </section>
      <FormRefusal error={read.error} />
    </Dialog>
  )
}
