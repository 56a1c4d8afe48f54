import { App, Form, Input } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import type { CallError } from '#ui/call.ts'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { applyFieldErrors, zodRule } from '#ui/form/form-rules.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { limits } from '#values/limits.ts'
import { NoChecker } from './NoChecker.tsx'
import style from './Tables.module.css'

interface ActFormProps<Values> {
  title: string
  okText: string
  /** The effect, with names and numbers. */
  consequence: ReactNode
  isDanger?: boolean
  /** Needs a second person. */
  isForTwo?: boolean
  reasonHint: string
  act: { isPending: boolean; error: CallError | null }
  first?: Partial<Values>
  onSubmit: (values: Values) => void
  onClose: () => void
  /** Fields before the reason. */
  children?: ReactNode
  /** In px, for a form of many fields. */
  width?: number
}

const reasonRule = adminCustomerCalls.freeze.input.shape.reason

/** Dialog for an act of staff: its own fields, and always a reason for the audit log. */
export function ActForm<Values>(props: ActFormProps<Values>) {
  const [form] = Form.useForm()
  const { act } = props
  const { modal } = App.useApp()
  /** Escape and a click beside the dialog are easily an accident. */
  const close = ({ target }: { target: EventTarget }) => {
    const isButton = target instanceof Element && target.closest('button') !== null
    if (isButton || !form.isFieldsTouched()) return props.onClose()
    modal.confirm({
      title: '放弃已填写的内容？',
      okText: '放弃',
      cancelText: '继续填写',
      okButtonProps: { danger: true },
      onOk: props.onClose,
    })
  }
  useEffect(() => {
    if (act.error) applyFieldErrors(form, act.error)
  }, [act.error, form])
  return (
    <Dialog
      open
      {...(props.width ? { width: props.width } : {})}
      title={<span className={style.title}>{props.title}</span>}
      okText={props.okText}
      cancelText="返回"
      okButtonProps={{ danger: props.isDanger ?? false }}
      confirmLoading={act.isPending}
      onOk={() => form.submit()}
      onCancel={close}
    >
      <div className={style.consequence}>{props.consequence}</div>
      {props.isForTwo ? <NoChecker /> : null}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={props.first ?? {}}
        onFinish={values => !act.isPending && props.onSubmit(values as Values)}
        scrollToFirstError={{ focus: true }}
      >
        {props.children}
        <Form.Item name="reason" label="原因" extra={props.reasonHint} rules={[zodRule(reasonRule)]}>
          <Input.TextArea rows={2} maxLength={limits.remarkCharacters} showCount />
        </Form.Item>
      </Form>
      <FormRefusal error={act.error} />
    </Dialog>
  )
}
