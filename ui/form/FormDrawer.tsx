import { Button, Form } from 'antd'
import { type ReactNode, useEffect } from 'react'
import type { CallError } from '#ui/call.ts'
import { DetailDrawer } from '#ui/overlay/DetailDrawer.tsx'
import { FormRefusal } from './FormRefusal.tsx'
import { applyFieldErrors } from './form-rules.ts'

interface FormDrawerProps<Values> {
  title: string
  save: { isPending: boolean; error: CallError | null }
  first: NoInfer<Values>
  onSubmit: (values: Values) => void
  onClose: () => void
  children: ReactNode
}

/** Drawer for a few settings that are saved together: the server's errors appear at their fields, others above. */
export function FormDrawer<Values extends object>({ title, save, first, onSubmit, onClose, children }: FormDrawerProps<Values>) {
  const [form] = Form.useForm<Values>()
  useEffect(() => {
    if (save.error) applyFieldErrors(form, save.error)
  }, [save.error, form])
  return (
    <DetailDrawer
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" loading={save.isPending} onClick={() => form.submit()}>
            保存
          </Button>
        </>
      }
    >
      <Form form={form} layout="vertical" requiredMark={false} onFinish={onSubmit} initialValues={first}>
        <FormRefusal error={save.error && Object.keys(save.error.fields).length === 0 ? save.error : null} />
        {children}
      </Form>
    </DetailDrawer>
  )
}
