import { PageLink } from '#console/shared/PageLink.tsx'
import type { AppDetail } from '#contract/apps/app.ts'
import { Count } from '#ui/display/Count.tsx'
import { Money } from '#ui/display/Money.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { SettingsSection } from '#ui/form/SettingsPage.tsx'
import { haoPerYuan } from '#values/money.ts'
import style from './AppConfig.module.css'
import { NumberField } from './NumberField.tsx'
import { useSection } from './section.ts'

const maxSegments = 1_000_000_000
const maxYuan = 100_000_000

const yuanOf = (hao: number | null) => (hao === null ? null : hao / haoPerYuan)
const haoOf = (yuan: number | null) => (yuan === null ? null : Math.round(yuan * haoPerYuan))

/**
 * 限额: limits of messages and spending per day and month; at a limit the app stops until the next period, or until it is
 * raised.
 */
export function LimitSection({ app }: { app: AppDetail }) {
  const { dailySegments, monthlySegments, dailySpendHao, monthlySpendHao } = app.settings
  const kept = { dailySegments, monthlySegments, dailyYuan: yuanOf(dailySpendHao), monthlyYuan: yuanOf(monthlySpendHao) }
  const { draft, change, problemOf, error, panel } = useSection(app, kept, ({ dailyYuan, monthlyYuan, ...settings }) => ({
    settings: { ...settings, dailySpendHao: haoOf(dailyYuan), monthlySpendHao: haoOf(monthlyYuan) },
  }))
  const { usage } = app
  return (
    <SettingsSection
      title="发送限额"
      note="到了限额，这个应用停止发送，程序得到明确的错误码，直到第二天（下个月）或您提高限额。按北京时间的自然日和自然月计算。"
      {...panel}
      refusal={<FormRefusal error={error} />}
    >
      <p className={style.used}>
        今天已发送 <Count count={usage.dailySegments} unit="条" />
        、花费 <Money hao={usage.dailySpentHao} />
        ；本月 <Count count={usage.monthlySegments} unit="条" />、<Money hao={usage.monthlySpentHao} />
      </p>
      <div className={style.fields}>
        <NumberField
          label="每天条数"
          unit="条"
          most={maxSegments}
          error={problemOf('dailySegments')}
          value={draft.dailySegments}
          onChange={next => change({ dailySegments: next })}
        />
        <NumberField
          label="每月条数"
          unit="条"
          most={maxSegments}
          error={problemOf('monthlySegments')}
          value={draft.monthlySegments}
          onChange={next => change({ monthlySegments: next })}
        />
        <NumberField
          label="每天花费"
          unit="元"
          precision={2}
          most={maxYuan}
          hint="只计余额；套餐抵扣的不计。不填则不限制"
          error={problemOf('dailySpendHao')}
          value={draft.dailyYuan}
          onChange={next => change({ dailyYuan: next })}
        />
        <NumberField
          label="每月花费"
          unit="元"
          precision={2}
          most={maxYuan}
          hint="只计余额；套餐抵扣的不计。不填则不限制"
          error={problemOf('monthlySpendHao')}
          value={draft.monthlyYuan}
          onChange={next => change({ monthlyYuan: next })}
        />
      </div>
      <p className={style.note}>
        想在到限额之前得到提醒，请在<PageLink to="/sms/app-warning">应用预警</PageLink>里设置预警值。
      </p>
    </SettingsSection>
  )
}
