import { App, Radio } from 'antd'
import style from '#console/shared/purchase/Package.module.css'
import { packageCalls } from '#contract/orders/package.ts'
import { useAct } from '#ui/call.ts'
import { Panel } from '#ui/display/Panel.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { useMay } from '../../session.ts'
import { packageAnswers, type Remaining } from './package.ts'

const said = { balance: '套餐用完后改从余额扣除', stop: '套餐用完后停止发送' } as const

/** 用尽转余额 or 用尽停发: saved at once, for every message from then on. */
export function WhenEmpty({ whenEmpty }: { whenEmpty: Remaining['whenEmpty'] }) {
  const { message } = App.useApp()
  const mayWrite = useMay('finance.write')
  const change = useAct(packageCalls.setWhenEmpty, {
    invalidates: packageAnswers,
    onDone: answer => void message.success(`已改为：${said[answer.whenEmpty]}`),
  })
  const shown = change.isPending ? change.variables.whenEmpty : whenEmpty
  return (
    <div className={style.choice}>
      <Panel title="套餐用尽以后" note="对之后提交的短信生效；已提交的短信不受影响。">
        <Radio.Group
          aria-label="套餐用尽以后"
          value={shown}
          disabled={!mayWrite || change.isPending}
          onChange={event => change.mutate({ whenEmpty: event.target.value })}
        >
          <Radio value="balance">
            用尽转余额
            <p>从余额按当日单价逐条扣除，余额也不足时停止发送。</p>
          </Radio>
          <Radio value="stop">
            用尽停发
            <p>没有可用的套餐时不再发送，不动用余额；验证码也会停发。</p>
          </Radio>
        </Radio.Group>
        {mayWrite ? null : <p>您可以查看，修改需要“购买与充值”权限。</p>}
        <FormRefusal error={change.error} />
      </Panel>
    </div>
  )
}
