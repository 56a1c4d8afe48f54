import { Button, Switch } from 'antd'
import { Suspense, useState } from 'react'
import { profileCalls, type SecondFactor } from '#contract/account/profile.ts'
import { Moment } from '#ui/display/Moment.tsx'
import { Panel } from '#ui/display/Panel.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { useMessageAct } from '#ui/overlay/message-act.ts'
import { keysOf } from '#values/keys.ts'
import { secondFactorTexts } from '../../../shared/labels/account.ts'
import { Line, Lines } from './Lines.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { ownAnswers, type Profile } from './profile.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import style from './Userinfo.module.css'

const TotpDialog = lazyPart('TotpDialog', () => import('./TotpDialog.tsx'))

/** 登录与安全: the password, the second factor, and new browsers. */
export function SecurityTab({ profile }: { profile: Profile }) {
  const [isChanging, setChanging] = useState(false)
  return (
    <div className={style.stack}>
      <Panel title="密码">
        <Lines>
          <Line
            label="登录密码"
            hint={
              <>
                上次修改于 <Moment at={profile.passwordChangedAt} />
              </>
            }
            acts={
              <Button type="link" size="small" onClick={() => setChanging(true)}>
                修改密码
              </Button>
            }
          >
            ••••••••
          </Line>
        </Lines>
      </Panel>
      <FactorPanel profile={profile} />
      <DevicePanel profile={profile} />
      {isChanging ? <PasswordDialog onClose={() => setChanging(false)} /> : null}
    </div>
  )
}

function FactorPanel({ profile }: { profile: Profile }) {
  const [isBinding, setBinding] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const set = useMessageAct(profileCalls.setFactor, {
    invalidates: ownAnswers,
    done: (_, { factor }) => (factor === 'sms' ? '以后登录需要短信验证码' : '以后登录只需要密码'),
  })
  const renew = useMessageAct(profileCalls.renewRecoveryCodes, {
    invalidates: ownAnswers,
    onDone: answer => setCodes(answer.recoveryCodes),
  })
  const choose = (factor: SecondFactor) => (factor === 'totp' ? setBinding(true) : set.mutate({ factor }))
  const { secondFactor } = profile
  return (
    <Panel title="登录二次验证" note="密码之外再验证一次，密码泄露时账户仍然安全。修改前需要先验证身份。">
      <div className={style.factors}>
        {keysOf(secondFactorTexts).map(factor => (
          <section key={factor} className={style.factor} data-chosen={factor === secondFactor}>
            <h3>
              {secondFactorTexts[factor].name}
              {factor === secondFactor ? <StateTag tone={factor === 'none' ? 'ended' : 'good'}>使用中</StateTag> : null}
            </h3>
            <p>{secondFactorTexts[factor].about}</p>
            {factor !== secondFactor ? (
              <Button size="small" loading={set.isPending && set.variables?.factor === factor} onClick={() => choose(factor)}>
                {factor === 'none' ? '关闭二次验证' : factor === 'sms' ? '改用短信验证码' : '绑定身份验证器'}
              </Button>
            ) : null}
            {factor === 'totp' && secondFactor === 'totp' ? (
              <Button size="small" onClick={() => setBinding(true)}>
                更换验证器
              </Button>
            ) : null}
          </section>
        ))}
      </div>
      {secondFactor === 'totp' ? (
        <Lines>
          <Line
            label="备用验证码"
            hint="手机丢失时代替身份验证器，每个只能用一次"
            acts={
              <Button type="link" size="small" loading={renew.isPending} onClick={() => renew.mutate({})}>
                重新生成
              </Button>
            }
          >
            {profile.recoveryCodesLeft > 3 ? (
              `还有${profile.recoveryCodesLeft}个`
            ) : (
              <StateTag tone="waiting">只剩{profile.recoveryCodesLeft}个</StateTag>
            )}
          </Line>
        </Lines>
      ) : null}
      {isBinding ? (
        <Suspense>
          <TotpDialog onClose={() => setBinding(false)} />
        </Suspense>
      ) : null}
      {codes ? <RecoveryCodes codes={codes} onClose={() => setCodes(null)} /> : null}
    </Panel>
  )
}

function DevicePanel({ profile }: { profile: Profile }) {
  const set = useMessageAct(profileCalls.setNewDeviceCheck, {
    invalidates: ownAnswers,
    done: (_, { checksNewDevice }) => (checksNewDevice ? '新设备登录需要短信验证码' : '新设备登录不再需要短信验证码'),
  })
  const forget = useMessageAct(profileCalls.deleteDevices, { invalidates: ownAnswers, done: '已忘记所有设备，下次登录都算新设备' })
  return (
    <Panel title="新设备登录">
      <Lines>
        <Line
          label="短信验证"
          hint={
            profile.secondFactor === 'none'
              ? '在没有登录过的浏览器上用密码登录时，再输入短信验证码'
              : '已开启二次验证，每次登录都会验证，这一项不再起作用'
          }
          acts={
            <Switch
              aria-label="新设备登录需要短信验证码"
              checked={profile.checksNewDevice}
              loading={set.isPending}
              onChange={checksNewDevice => set.mutate({ checksNewDevice })}
            />
          }
        >
          {profile.checksNewDevice ? '已开启' : '未开启'}
        </Line>
        <Line
          label="记住的设备"
          acts={
            <Button
              type="link"
              size="small"
              disabled={profile.knownDevices === 0}
              loading={forget.isPending}
              onClick={() => forget.mutate({})}
            >
              全部忘记
            </Button>
          }
        >
          {profile.knownDevices}个浏览器
        </Line>
      </Lines>
    </Panel>
  )
}
