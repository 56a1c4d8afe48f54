import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { ActForm } from '#admin/ui/ActForm.tsx'
import style from '#admin/ui/Tables.module.css'
import { adminSettingCalls } from '#contract/account/admin-setting.ts'
import type { CallAnswerWire } from '#contract/call.ts'
import { Section } from '#ui/display/Facts.tsx'
import { Moment } from '#ui/display/Moment.tsx'
import { zodRule } from '#ui/form/form-rules.ts'
import { useDialogAct } from '#ui/overlay/dialog-act.ts'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { maskPhone } from '#values/phone.ts'
import { settingAnswers } from './setting.ts'

type TestNumber = CallAnswerWire<typeof adminSettingCalls.account>['testNumbers'][number]
interface TestNumbersProps {
  accountId: string
  numbers: TestNumber[]
}

const { shape } = adminSettingCalls.addTestNumber.input
const shownNumbers = 20

/** The customer's own numbers that may be sent to without frequency limits. */
export function TestNumbers({ accountId, numbers }: TestNumbersProps) {
  const [asked, setAsked] = useState<'add' | TestNumber | null>(null)
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? numbers : numbers.slice(0, shownNumbers)
  return (
    <Section
      title={`测试号码（${numbers.length}/${limits.testNumbers}）`}
      action={
        <Button size="small" onClick={() => setAsked('add')}>
          添加号码
        </Button>
      }
    >
      {numbers.length === 0 ? <p className={style.none}>没有测试号码。客户自己的号码加进来后，测试时不受发送频率限制。</p> : null}
      {numbers.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
        <section className={layout.scroll} aria-label="测试号码列表" tabIndex={0}>
          <table className={style.table}>
            <tbody>
              {shown.map(one => (
                <tr key={one.phone}>
                  <td>
                    {maskPhone(one.phone)}
                    {one.remark ? <span className={style.text}>　{one.remark}</span> : null}
                  </td>
                  <td>
                    <Moment at={one.createdAt} />
                  </td>
                  <td data-number>
                    <Button type="link" size="small" danger aria-label={`移除${maskPhone(one.phone)}`} onClick={() => setAsked(one)}>
                      移除
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
      {shown.length < numbers.length ? (
        <Button type="link" size="small" onClick={() => setWhole(true)}>
          显示全部 {numbers.length} 个
        </Button>
      ) : null}
      {asked === 'add' ? <AddDialog accountId={accountId} onClose={() => setAsked(null)} /> : null}
      {asked !== null && asked !== 'add' ? <RemoveDialog accountId={accountId} number={asked} onClose={() => setAsked(null)} /> : null}
    </Section>
  )
}

function AddDialog({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const act = useDialogAct(adminSettingCalls.addTestNumber, { invalidates: settingAnswers, done: '测试号码已添加', onClose })
  return (
    <ActForm<{ phone: string; remark?: string; reason: string }>
      title="添加测试号码"
      okText="添加"
      consequence="请确认是客户自己的号码：添加后向它发送不受频率限制，黑名单和发送时段仍然有效。"
      reasonHint="例如“客户研发联调，已核对号码归属”。"
      act={act}
      onSubmit={values => act.mutate({ accountId, remark: '', ...values })}
      onClose={onClose}
    >
      <Form.Item name="phone" label="手机号" rules={[zodRule(shape.phone)]}>
        <Input inputMode="numeric" maxLength={20} />
      </Form.Item>
      <Form.Item name="remark" label="备注（选填）" rules={[zodRule(shape.remark)]}>
        <Input />
      </Form.Item>
    </ActForm>
  )
}

function RemoveDialog({ accountId, number, onClose }: { accountId: string; number: TestNumber; onClose: () => void }) {
  const act = useDialogAct(adminSettingCalls.removeTestNumber, { invalidates: settingAnswers, done: '测试号码已移除', onClose })
  return (
    <ActForm<{ reason: string }>
      title={`移除测试号码 ${maskPhone(number.phone)}`}
      okText="移除"
      isDanger
      consequence="移除后这个号码和其他号码一样受发送频率限制。"
      reasonHint="记入操作记录。"
      act={act}
      onSubmit={({ reason }) => act.mutate({ accountId, phone: number.phone, reason })}
      onClose={onClose}
    />
  )
}
