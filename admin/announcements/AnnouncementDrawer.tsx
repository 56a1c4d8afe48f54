import { Button, Form, Input, Radio, Switch } from 'antd'
import { useEffect } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import {
  type AnnouncementAudience,
  adminAnnouncementCalls,
  announcementAudiences,
  notificationMay,
} from '#contract/notification/admin-announcement.ts'
import { announcementKinds } from '#contract/notification/announcement.ts'
import { type useAct, useCall } from '#ui/call.ts'
import { AnnouncementText } from '#ui/display/AnnouncementText.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { applyFieldErrors, zodRule } from '#ui/form/form-rules.ts'
import { optionsOf } from '#ui/form/options.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import layout from '#ui/theme/layout.module.css'
import style from './Announcement.module.css'
import { CustomersField } from './CustomersField.tsx'

type Whole = CallAnswerWire<typeof adminAnnouncementCalls.one>
interface Values {
  kind: keyof typeof announcementKinds
  title: string
  body: string
  audience: AnnouncementAudience
  accountIds: string[]
  isMustRead: boolean
}

const { shape } = adminAnnouncementCalls.create.input
const first: Values = { kind: 'system', title: '', body: '', audience: 'all', accountIds: [], isMustRead: false }

/** Edits an announcement, or shows one that can't be changed now, with a preview for customers. */
export function AnnouncementDrawer({ announcementId, onClose }: { announcementId: string | null; onClose: () => void }) {
  return announcementId === null ? (
    <NewAnnouncement onClose={onClose} />
  ) : (
    <OldAnnouncement announcementId={announcementId} onClose={onClose} />
  )
}

function NewAnnouncement({ onClose }: { onClose: () => void }) {
  const create = useDialogAct(adminAnnouncementCalls.create, {
    invalidates: [adminAnnouncementCalls.list],
    done: '已存为草稿，发布后客户才能看到',
    onClose,
  })
  return <Editor title="写公告" first={first} known={[]} act={create} onSave={values => create.mutate(values)} onClose={onClose} />
}

function OldAnnouncement({ announcementId, onClose }: { announcementId: string; onClose: () => void }) {
  const query = useCall(adminAnnouncementCalls.one, { announcementId })
  const edit = useDialogAct(adminAnnouncementCalls.edit, {
    invalidates: [adminAnnouncementCalls.list, adminAnnouncementCalls.one],
    done: '已保存',
    onClose,
  })
  const one = query.data
  if (one && notificationMay('edit', one.state))
    return (
      <Editor
        title="修改公告"
        first={valuesOf(one)}
        known={one.accounts}
        act={edit}
        onSave={values => edit.mutate({ ...values, announcementId })}
        onClose={onClose}
      />
    )
  return (
    <DetailDrawer onClose={onClose} title={one?.title ?? '公告'} query={query}>
      {announcement => <AnnouncementText text={announcement.body} />}
    </DetailDrawer>
  )
}

const valuesOf = ({ kind, title, body, audience, accounts, isMustRead }: Whole): Values => ({
  kind,
  title,
  body,
  audience,
  accountIds: accounts.map(account => account.accountId),
  isMustRead,
})

interface EditorProps {
  title: string
  first: Values
  known: Whole['accounts']
  act: Pick<ReturnType<typeof useAct<typeof adminAnnouncementCalls.edit>>, 'isPending' | 'error'>
  onSave: (values: Values) => void
  onClose: () => void
}

function Editor({ title, first: begin, known, act, onSave, onClose }: EditorProps) {
  const [form] = Form.useForm<Values>()
  useEffect(() => {
    if (act.error) applyFieldErrors(form, act.error)
  }, [act.error, form])
  const audience = Form.useWatch('audience', form) ?? begin.audience
  const body = Form.useWatch('body', form) ?? begin.body
  return (
    <DetailDrawer
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>返回</Button>
          <Button type="primary" loading={act.isPending} onClick={() => form.submit()}>
            保存草稿
          </Button>
        </>
      }
    >
      <Form form={form} layout="vertical" initialValues={begin} onFinish={values => onSave({ ...begin, ...values })} requiredMark={false}>
        <Form.Item name="title" label="标题" rules={[zodRule(shape.title)]}>
          <Input maxLength={60} showCount />
        </Form.Item>
        <Form.Item name="kind" label="类型">
          <Radio.Group optionType="button" options={optionsOf(announcementKinds)} />
        </Form.Item>
        <Form.Item
          name="body"
          label="正文"
          extra="空行分段；## 标题，- 列表，> 引用，**加粗**，[文字](网址) 为链接，网址以 https:// 或控制台路径 / 开头。"
          rules={[zodRule(shape.body)]}
        >
          <Input.TextArea autoSize={{ minRows: 8, maxRows: 20 }} />
        </Form.Item>
        <Form.Item name="audience" label="给谁看">
          <Radio.Group options={optionsOf(announcementAudiences)} />
        </Form.Item>
        {audience === 'chosen' ? (
          <Form.Item name="accountIds" label="客户" rules={[{ required: true, type: 'array', min: 1, message: '请选择客户' }]}>
            <CustomersField known={known} />
          </Form.Item>
        ) : null}
        <Form.Item name="isMustRead" label="必读" extra="客户登录后弹出，点“我已阅读”才能继续。" valuePropName="checked">
          <Switch />
        </Form.Item>
      </Form>
      <FormRefusal error={act.error} />
      <section className={style.preview} aria-label="预览">
        <h3>预览</h3>
        {body.trim() === '' ? (
          <p className={`${layout.flush} ${layout.faint}`}>写下正文，这里显示客户看到的样子。</p>
        ) : (
          <AnnouncementText text={body} />
        )}
      </section>
    </DetailDrawer>
  )
}
