import { Button } from 'antd'
import style from '#console/notice/Announcement.module.css'
import { AnnouncementFacts } from '#console/notice/AnnouncementDetail.tsx'
import { newsCalls } from '#console/notice/announcement.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import type { homeCalls } from '#contract/home/home.ts'
import { announcementCalls } from '#contract/notification/announcement.ts'
import { useAct } from '#ui/call.ts'
import { AnnouncementText } from '#ui/display/AnnouncementText.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'

/** Can be closed only by reading. */
export function MustReadDialog({
  announcement,
}: {
  announcement: NonNullable<CallAnswerWire<typeof homeCalls.frame>['news']['mustRead']>
}) {
  const read = useAct(announcementCalls.read, { invalidates: newsCalls })
  return (
    <Dialog
      open
      title={announcement.title}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      width={640}
      footer={
        <Button type="primary" loading={read.isPending} onClick={() => read.mutate({ announcementId: announcement.announcementId })}>
          我已阅读
        </Button>
      }
    >
      <AnnouncementFacts announcement={announcement} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className={style.mustRead} tabIndex={0} aria-label="公告正文">
        <AnnouncementText text={announcement.body} />
      </section>
      <FormRefusal error={read.error} />
    </Dialog>
  )
}
