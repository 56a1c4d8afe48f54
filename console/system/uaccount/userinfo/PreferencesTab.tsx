import { Checkbox, Switch } from 'antd'
import { profileCalls } from '#contract/account/profile.ts'
import { roles } from '#contract/identity/permission.ts'
import { notificationKinds, notificationMethodNames, notificationMethods } from '#contract/notification/notification-preference.ts'
import { Panel } from '#ui/display/Panel.tsx'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import { useMe } from '../../../session.ts'
import { Line, Lines } from './Lines.tsx'
import { ownAnswers, type Profile } from './profile.ts'
import style from './Userinfo.module.css'

/** 偏好设置: masking of numbers, and notification methods. */
export function PreferencesTab({ profile }: { profile: Profile }) {
  // The viewer's role: impersonating staff see as a viewer does. Numbers masked by choice can be unmasked.
  const role = useMe().data?.member.role ?? profile.role
  const mayReveal = roles[role].may.some(one => one === 'message.reveal')
  const set = useMessageAct(profileCalls.setMasking, {
    invalidates: ownAnswers,
    done: (_, { masksNumbers }) => (masksNumbers ? '不再显示完整号码' : '可以逐个显示完整号码'),
  })
  return (
    <div className={style.stack}>
      <Panel title="显示">
        <Lines>
          <Line
            label="号码脱敏"
            hint={
              mayReveal ? '手机号平时显示为138****8000；开启后，您也不能逐个显示完整号码' : '您的角色没有查看完整号码的权限，号码一律脱敏'
            }
            acts={
              <Switch
                aria-label="号码脱敏显示"
                checked={profile.masksNumbers || !mayReveal}
                disabled={!mayReveal && !profile.masksNumbers}
                loading={set.isPending}
                onChange={masksNumbers => set.mutate({ masksNumbers })}
              />
            }
          >
            {profile.masksNumbers || !mayReveal ? '已开启' : '未开启'}
          </Line>
        </Lines>
      </Panel>
      <AnnouncementPanel profile={profile} />
    </div>
  )
}

/** Kinds of messages × notification methods; the message centre has them all anyway. */
function AnnouncementPanel({ profile }: { profile: Profile }) {
  const set = useMessageAct(profileCalls.setNotificationMethods, { invalidates: ownAnswers })
  return (
    <Panel
      title="消息提醒"
      note={`所有消息都在“公告与消息”里；这里选择另外用什么方式提醒您。${profile.email ? '' : '还没有绑定邮箱，邮件提醒不会发出。'}`}
    >
      <Lines>
        {profile.notificationMethods.map(({ kind, channels }) => {
          const { name, about, fixed } = notificationKinds[kind]
          return (
            <Line
              key={kind}
              label={name}
              acts={notificationMethodNames.map(channel => (
                <Checkbox
                  key={channel}
                  aria-label={`${name}：${notificationMethods[channel]}`}
                  checked={channels.includes(channel)}
                  disabled={fixed === channel || set.isPending}
                  onChange={event =>
                    set.mutate({ kind, channels: event.target.checked ? [...channels, channel] : channels.filter(one => one !== channel) })
                  }
                >
                  {notificationMethods[channel]}
                </Checkbox>
              ))}
            >
              {about}
            </Line>
          )
        })}
      </Lines>
    </Panel>
  )
}
