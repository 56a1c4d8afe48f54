import type { CallAnswerWire } from '#contract/call.ts'
import { messageKindNames } from '#contract/messages/delivery.ts'
import type { smsHomeCalls } from '#contract/messages/sms-home.ts'
import { StateTag } from '#ui/display/StateTag.tsx'
import layout from '#ui/theme/layout.module.css'
import { firstOrThrow } from '#values/or-throw.ts'
import { carrierNames, mainlandCarriers } from '#values/phone.ts'
import style from './SmsHome.module.css'

const states = {
  open: { tone: 'good', name: '正常' },
  waiting: { tone: 'waiting', name: '等待恢复' },
  none: { tone: 'bad', name: '未开通' },
} as const

/** Current delivery of each kind by carrier. */
export function Ways({ ways }: { ways: CallAnswerWire<typeof smsHomeCalls.overview>['ways'] }) {
  const stateOf = (kind: string, carrier: string) =>
    states[firstOrThrow(ways.filter(way => way.kind === kind && way.carrier === carrier)).state]
  const hasTrouble = ways.some(way => way.state !== 'open')
  return (
    <>
      <table className={style.ways}>
        <thead>
          <tr>
            <td />
            {Object.values(messageKindNames).map(name => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {mainlandCarriers.map(carrier => (
            <tr key={carrier}>
              <th scope="row">{carrierNames[carrier]}</th>
              {Object.keys(messageKindNames).map(kind => {
                const { tone, name } = stateOf(kind, carrier)
                return (
                  <td key={kind}>
                    <StateTag tone={tone}>{name}</StateTag>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {hasTrouble ? (
        <p className={`${layout.flush} ${layout.above8} ${layout.note}`}>
          等待恢复：短信已受理，通道恢复后自动发出，超过有效期则退回费用。未开通：暂时不能提交。
        </p>
      ) : null}
    </>
  )
}
