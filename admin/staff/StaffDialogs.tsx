import { App, Form, Input, Select } from 'antd'
import { ActForm } from '#admin/ui/ActForm.tsx'
import { type StaffRole, staffPermissionNames, staffRoles } from '#contract/identity/permission.ts'
import { adminStaffCalls } from '#contract/staff/admin-staff.ts'
import { useAct } from '#ui/call.ts'
import { zodRule } from '#ui/form/form-rules.ts'
import { keysOf } from '#values/keys.ts'
import { type StaffAct, type StaffRow, staffAnswers, staffCan } from './staff.ts'

type Made = (made: { name: string; login: string; password: string }) => void

const mayText = (role: StaffRole) => staffRoles[role].may.map(permission => staffPermissionNames[permission]).join('、')

function RoleItem() {
  const role = Form.useWatch('role') as StaffRole | undefined
  return (
    <Form.Item
      name="role"
      label="角色"
      rules={[{ required: true, message: '请选择角色' }]}
      extra={role ? `可以：${mayText(role)}` : undefined}
    >
      <Select placeholder="请选择" options={keysOf(staffRoles).map(value => ({ value, label: staffRoles[value].name }))} />
    </Form.Item>
  )
}

interface NewStaffValues {
  login: string
  name: string
  role: StaffRole
  reason: string
}

export function CreateStaffDialog({ onMade, onClose }: { onMade: Made; onClose: () => void }) {
  const { shape } = adminStaffCalls.create.input
  const act = useAct(adminStaffCalls.create, {
    invalidates: staffAnswers,
    onDone: ({ password }, { name, login }) => {
      onMade({ name, login, password })
      onClose()
    },
  })
  return (
    <ActForm<NewStaffValues>
      title="新建员工"
      okText="新建"
      consequence="新建后显示一次初始密码，请交给本人；他登录后必须先修改密码。"
      reasonHint="记入操作记录。"
      act={act}
      onSubmit={values => act.mutate(values)}
      onClose={onClose}
    >
      <Form.Item name="name" label="姓名" rules={[zodRule(shape.name)]}>
        <Input maxLength={20} autoFocus />
      </Form.Item>
      <Form.Item name="login" label="登录名" rules={[zodRule(shape.login)]} extra="4-20位字母、数字、_ 或 -，字母开头">
        <Input maxLength={20} autoComplete="off" />
      </Form.Item>
      <RoleItem />
    </ActForm>
  )
}

interface StaffActDialogProps {
  act: StaffAct
  row: StaffRow
  onMade: Made
  onClose: () => void
}

/** An act of one member of staff on another, with a reason. */
export function StaffActDialog({ act, row, onMade, onClose }: StaffActDialogProps) {
  const { message } = App.useApp()
  const { name, isDanger, consequence } = staffCan[act]
  const done = () => {
    void message.success(`${row.name}：已${name}`)
    onClose()
  }
  const options = { invalidates: staffAnswers, onDone: done }
  const changeRole = useAct(adminStaffCalls.changeRole, options)
  const resetTotp = useAct(adminStaffCalls.resetTotp, options)
  const freeze = useAct(adminStaffCalls.freeze, options)
  const unfreeze = useAct(adminStaffCalls.unfreeze, options)
  const resetPassword = useAct(adminStaffCalls.resetPassword, {
    invalidates: staffAnswers,
    onDone: ({ password }) => {
      onMade({ name: row.name, login: row.login, password })
      onClose()
    },
  })
  const calls = { changeRole, resetTotp, freeze, unfreeze, resetPassword }
  const { staffId } = row
  const submit = ({ role, reason }: { role: StaffRole; reason: string }) => {
    if (act === 'changeRole') changeRole.mutate({ staffId, role, reason })
    else calls[act].mutate({ staffId, reason })
  }
  return (
    <ActForm<{ role: StaffRole; reason: string }>
      title={`${name}：${row.name}`}
      okText={name}
      isDanger={isDanger}
      consequence={consequence}
      reasonHint="记入操作记录。"
      act={calls[act]}
      first={{ role: row.role }}
      onSubmit={submit}
      onClose={onClose}
    >
      {act === 'changeRole' ? <RoleItem /> : null}
    </ActForm>
  )
}
