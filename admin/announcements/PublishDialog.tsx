import { Form, Radio } from 'antd'
import { adminAnnouncementCalls, announcementAudiences } from '#contract/notification/admin-announcement.ts'
import { FormDayInput } from '#ui/form/FormDayInput.tsx'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { chinaDay } from '#values/china-time.ts'
import type { Announcement } from './Page.tsx'

/** Publishes an announcement, now or at a time. */
export function PublishDialog({ announcement, onClose }: { announcement: Announcement; onClose: () => void }) {
  const [form] = Form.useForm<{ isLater: boolean; publishAt?: string }>()
  const isLater = Form.useWatch('isLater', form) ?? false
  const publish = useDialogAct(adminAnnouncementCalls.publish, {
    invalidates: [adminAnnouncementCalls.list, adminAnnouncementCalls.one],
    done: (_, { publishAt }) => (publishAt ? '将按时发布' : '已发布'),
    onClose,
  })
  const audience =
    announcement.audience === 'chosen' ? `指定的 ${announcement.accountCount} 个客户` : announcementAudiences[announcement.audience]
  return (
    <AskDialog title={`发布“${announcement.title}”`} okText="发布" act={publish} onOk={() => form.submit()} onClose={onClose}>
      <p>
        {audience}的全部成员会看到这条公告{announcement.isMustRead ? '，并须阅读后才能继续操作' : ''}。
      </p>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ isLater: false }}
        onFinish={values =>
          publish.mutate({
            announcementId: announcement.announcementId,
            publishAt: values.isLater && values.publishAt ? new Date(`${values.publishAt}:00+08:00`).toISOString() : null,
          })
        }
      >
        <Form.Item name="isLater" label="发布时间">
          <Radio.Group
            options={[
              { value: false, label: '立即' },
              { value: true, label: '指定时间' },
            ]}
          />
        </Form.Item>
        {isLater ? (
          <Form.Item name="publishAt" label="从何时起（北京时间）" rules={[{ required: true, message: '请选择时间' }]}>
            <FormDayInput hasTime least={chinaDay(Date.now())} />
          </Form.Item>
        ) : null}
      </Form>
    </AskDialog>
  )
}
