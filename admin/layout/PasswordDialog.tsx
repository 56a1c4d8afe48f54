import { Form, Input } from 'antd'
import { useEffect } from 'react'
import { adminSignInCalls } from '#contract/staff/admin-sign-in.ts'
import { applyFieldErrors, zodRule } from '#ui/form/form-rules.ts'
import { AskDialog } from '#ui/overlay/AskDialog.tsx'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'

interface Values {
  current: string
  password: string
  repeated: string
}

const { shape } = adminSignInCalls.changePassword.input

/** 修改密码: this browser stays signed in, all others are signed out. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Values>()
  const act = useDialogAct(adminSignInCalls.changePassword, { done: '密码已修改，其他设备上的登录已退出', onClose })
  useEffect(() => {
    if (act.error) applyFieldErrors(form, act.error)
  }, [act.error, form])
  return (
    <AskDialog title="修改密码" okText="修改" act={act} onOk={() => form.submit()} onClose={onClose}>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={({ current, password }) => !act.isPending && act.mutate({ current, password })}
      >
        <Form.Item name="current" label="当前密码" rules={[zodRule(shape.current)]}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Form.Item name="password" label="新密码" extra="8-16位，同时包含字母和数字。" rules={[zodRule(shape.password)]}>
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="repeated"
          label="再输一次新密码"
          dependencies={['password']}
          rules={[
            {
              validator: (_, value: string | undefined) =>
                value === form.getFieldValue('password') ? Promise.resolve() : Promise.reject(new Error('两次输入的密码不一致')),
            },
          ]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
      </Form>
    </AskDialog>
  )
}
