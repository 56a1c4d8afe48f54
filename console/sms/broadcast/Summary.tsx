import { thousands } from '#ui/display/Count.tsx'
import { Money } from '#ui/display/Money.tsx'
import layout from '#ui/theme/layout.module.css'
import style from './Broadcast.module.css'
import { type BroadcastForm, recipientsText } from './form.ts'
import { lackHao } from './lack.ts'

/** Numbers, segments and cost, visible in each step. */
export function Summary({ form }: { form: BroadcastForm }) {
  const { report, cost, isPriced } = form
  if (report === null) return null
  const shown = isPriced ? cost.data : undefined
  const packagedCount = shown?.lines.filter(line => !line.isMoney).reduce((sum, line) => sum + line.segmentCount, 0) ?? 0
  return (
    <div className={style.summary}>
      <span>
        <b>{recipientsText(form, report.validCount)}</b>
      </span>
      <span>
        <b>{thousands(report.segmentCount)}</b> 条
      </span>
      {shown && packagedCount > 0 ? <span>套餐扣 {thousands(packagedCount)} 条</span> : null}
      {shown && shown.amountHao > 0 ? (
        <span>
          余额付 <b>{<Money hao={shown.amountHao} />}</b>
        </span>
      ) : null}
      {shown && shown.missingSegments > 0 ? (
        <span className={layout.bad}>
          还差 <Money hao={lackHao(shown)} />
        </span>
      ) : null}
    </div>
  )
}
