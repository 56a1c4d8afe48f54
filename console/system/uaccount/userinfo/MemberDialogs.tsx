import { Input, Radio } from 'antd'
import { useState } from 'react'
import { givenRoles, memberCalls } from '#contract/account/member.ts'
import { nicknameRule } from '#contract/account/profile.ts'
import type { CallInputWire } from '#contract/call.ts'
import { permissionNames, roles } from '#contract/identity/permission.ts'
import { phoneNumber } from '#contract/scalars.ts'
import { Field } from '#ui/form/Field.tsx'
import { ruleMessage } from '#ui/form/form-rules.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import { limits } from '#values/limits.ts'
import { FormDialog } from './FormDialog.tsx'
import type { MemberRow } from './profile.ts'

type GivenRole = CallInputWire<typeof memberCalls.invite>['role']

/** Purpose of a role, in one line. */
const roleAbout: Record<keyof typeof roles, string> = {
  owner: '全部权限，只有一位，可以转让',
  administrator: '除注销账户和转让以外的全部权限',
  operations: '群发、签名、模板、通讯录、短链和导出',
  developer: '查看全部，管理模板',
  finance: '充值、购买、发票和导出，看不到通讯录和短信内容设置',
  viewer: '只能查看，不能修改',
}

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [phone, setPhone] = useState('')
  const [name, setName] = useState('')
  const [role, setRole] = useState<GivenRole>('operations')
  const [problems, setProblems] = useState<{ phone?: string; name?: string }>({})
  const invite = useDialogAct(memberCalls.invite, {
    invalidates: [memberCalls.list],
    done: `邀请短信已发送，${limits.invitationDays}天内有效`,
    onClose,
  })
  const submit = () => {
    const wrongPhone = ruleMessage(phoneNumber, phone)
    const wrongName = ruleMessage(nicknameRule, name)
    setProblems({ ...(wrongPhone ? { phone: wrongPhone } : {}), ...(wrongName ? { name: wrongName } : {}) })
    if (!wrongPhone && !wrongName) invite.mutate({ phone, name, role })
  }
  return (
    <FormDialog title="邀请成员" okText="发送邀请" isBusy={invite.isPending} error={invite.error} onSubmit={submit} onClose={onClose}>
      <Field label="姓名" hint="操作日志里用它称呼他，加入后可以自己修改" error={problems.name}>
        {control => (
          <Input
            {...control}
            autoFocus
            maxLength={limits.nicknameMaxCharacters}
            value={name}
            onChange={event => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label="手机号" hint="邀请链接用短信发到这个号码" error={problems.phone ?? invite.error?.fields.phone}>
        {control => (
          <Input
            {...control}
            inputMode="tel"
            maxLength={11}
            value={phone}
            onChange={event => setPhone(event.target.value.replace(/\D/g, ''))}
          />
        )}
      </Field>
      <RoleField role={role} onRole={setRole} />
    </FormDialog>
  )
}

export function RoleDialog({ member, onClose }: { member: MemberRow; onClose: () => void }) {
  const [role, setRole] = useState(member.role as GivenRole)
  const change = useDialogAct(memberCalls.changeRole, {
    invalidates: [memberCalls.list],
    done: `${member.name}的角色已改为${roles[role].name}`,
    onClose,
  })
  return (
    <FormDialog
      title={`修改角色：${member.name}`}
      okText="修改"
      isBusy={change.isPending}
      error={change.error}
      onSubmit={() => (role === member.role ? onClose() : change.mutate({ memberId: member.memberId, role }))}
      onClose={onClose}
    >
      <RoleField role={role} onRole={setRole} />
    </FormDialog>
  )
}

function RoleField({ role, onRole }: { role: GivenRole; onRole: (role: GivenRole) => void }) {
  const own: readonly string[] = roles[role].may
  const count = Object.keys(permissionNames).filter(permission => own.includes(permission)).length
  return (
    <Field label="角色" isGroup hint={`${roles[role].name}有${count}项权限，见页面下方的“角色与权限”`}>
      {() => (
        <Radio.Group value={role} onChange={event => onRole(event.target.value)} style={{ display: 'grid', gap: 4 }}>
          {givenRoles.map(one => (
            <Radio key={one} value={one}>
              {roles[one].name}：{roleAbout[one]}
            </Radio>
          ))}
        </Radio.Group>
      )}
    </Field>
  )
}
