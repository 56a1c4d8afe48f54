import { App, Button } from 'antd'
import { useState } from 'react'
import { profileCalls } from '#contract/account/profile.ts'
import { roles } from '#contract/identity/permission.ts'
import { useAct } from '#ui/call.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import { AvatarButton } from './AvatarButton.tsx'
import { EmailDialog } from './EmailDialog.tsx'
import { Avatar, Line, Lines } from './Lines.tsx'
import { LoginDialog, NameDialog } from './NameDialogs.tsx'
import { PhoneDialog } from './PhoneDialog.tsx'
import { ownAnswers, type Profile } from './profile.ts'
import style from './Userinfo.module.css'

type Opened = 'name' | 'login' | 'phone' | 'email' | null

/** 基本信息: avatar, names, phone and mail, each changed separately. */
export function ProfileTab({ profile }: { profile: Profile }) {
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  return (
    <div className={style.stack}>
      <Panel title="基本信息">
        <Lines>
          <Line label="头像" hint="JPG、PNG或WebP，只有同账户的成员能看到" acts={<AvatarButton profile={profile} />}>
            <Avatar name={profile.name} avatarId={profile.avatarId} isLarge />
          </Line>
          <Line label="昵称" acts={<Change onClick={() => setOpened('name')} />}>
            {profile.name}
          </Line>
          <Line
            label="登录名"
            hint={
              profile.loginChangeableAt ? (
                <>
                  每年可修改一次，
                  <Moment at={profile.loginChangeableAt} /> 之后可再次修改
                </>
              ) : (
                '可代替手机号登录；设置后每年可修改一次'
              )
            }
            acts={profile.loginChangeableAt ? null : <Change text={profile.login ? '修改' : '设置'} onClick={() => setOpened('login')} />}
          >
            {profile.login ?? '未设置'}
          </Line>
          <PhoneLine profile={profile} onChange={() => setOpened('phone')} />
          <EmailLine profile={profile} onChange={() => setOpened('email')} />
          <Line label="角色" hint={<Joined profile={profile} />}>
            {roles[profile.role].name}
          </Line>
          {profile.lastSignIn ? (
            <Line label="上次登录" hint="不是您本人？请立即修改密码，并让其他设备下线。">
              <Moment at={profile.lastSignIn.at} /> · {profile.lastSignIn.place || '未知地点'}（{profile.lastSignIn.address}）
            </Line>
          ) : null}
        </Lines>
      </Panel>
      {opened === 'name' ? <NameDialog profile={profile} onClose={close} /> : null}
      {opened === 'login' ? <LoginDialog profile={profile} onClose={close} /> : null}
      {opened === 'phone' ? <PhoneDialog profile={profile} onClose={close} /> : null}
      {opened === 'email' ? <EmailDialog profile={profile} onClose={close} /> : null}
    </div>
  )
}

const Change = ({ text = '修改', onClick }: { text?: string; onClick: () => void }) => (
  <Button type="link" size="small" onClick={onClick}>
    {text}
  </Button>
)

const Joined = ({ profile }: { profile: Profile }) => (
  <>
    <Moment at={profile.joinedAt} /> 加入；角色由账户的所有者或管理员设定
  </>
)

function PhoneLine({ profile, onChange }: { profile: Profile; onChange: () => void }) {
  const { phoneChange } = profile
  const cancel = useMessageAct(profileCalls.cancelPhoneReview, { invalidates: ownAnswers, done: '申请已撤回' })
  return (
    <Line
      label="手机号"
      hint={phoneChange ? `已申请更换为${phoneChange.phone}，等待人工审核（1个工作日内）` : '用于登录和接收验证码'}
      acts={
        phoneChange ? (
          <Button type="link" size="small" loading={cancel.isPending} onClick={() => cancel.mutate({ changeId: phoneChange.changeId })}>
            撤回申请
          </Button>
        ) : (
          <Change text="更换" onClick={onChange} />
        )
      }
    >
      {profile.phone}
    </Line>
  )
}

function EmailLine({ profile, onChange }: { profile: Profile; onChange: () => void }) {
  const { modal, message } = App.useApp()
  const remove = useAct(profileCalls.removeEmail, { invalidates: ownAnswers, onDone: () => void message.success('邮箱已解除绑定') })
  const ask = () =>
    modal.confirm({
      title: '解除邮箱绑定？',
      content: '以后的邮件通知不再发给您。',
      okText: '解除绑定',
      cancelText: '取消',
      onOk: () => remove.mutateAsync({}),
    })
  return (
    <Line
      label="邮箱"
      hint={profile.pendingEmail ? `验证链接已发到${profile.pendingEmail}，打开邮件中的链接后生效` : '用于接收通知邮件'}
      acts={
        <>
          <Change text={profile.email ? '更换' : profile.pendingEmail ? '重新发送' : '绑定'} onClick={onChange} />
          {profile.email ? <Change text="解除" onClick={() => void ask()} /> : null}
        </>
      }
    >
      {profile.email ?? '未绑定'}
    </Line>
  )
}
