import { Radio } from 'antd'
import { refusedRowsRoute, rowProblemNames, uploadCalls } from '#contract/recipients/upload.ts'
import { terms } from '#contract/terms.ts'
import { Count, Segments, thousands } from '#ui/Count.tsx'
import { useAct } from '#ui/call.ts'
import { Figures } from '#ui/Figures.tsx'
import { FormRefusal } from '#ui/FormRefusal.tsx'
import layout from '#ui/layout.module.css'
import { RankedBars } from '#ui/RankedBars.tsx'
import { pairsOf } from '#values/keys.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { carrierNames } from '#values/phone.ts'
import style from './Recipients.module.css'
import type { Upload } from './send-file.ts'

type ReportFacts = NonNullable<Upload['report']>

/** Results of the rows. */
export function Report({ upload, report }: { upload: Upload; report: ReportFacts }) {
  const { rowCount, validCount, segmentCount } = report
  const leftOutCount = rowCount - validCount
  return (
    <div className={`${layout.stack16} ${style.stack}`}>
      <Figures
        figures={[
          {
            label: '可发送',
            value: <Count count={validCount} unit="行" />,
            tone: validCount > 0 ? 'good' : 'bad',
            note: `共 ${thousands(rowCount)} 行`,
          },
          { label: terms.segments, value: <Segments count={segmentCount} />, note: segmentsNote(report) },
          { label: '未通过', value: <Count count={leftOutCount} unit="行" />, note: leftOutCount > 0 ? '不发送、不计费' : '全部可发送' },
        ]}
      />
      {report.repeatCount > 0 ? <Repeats upload={upload} repeatCount={report.repeatCount} /> : null}
      <div className={style.halves}>
        <section>
          <h3>运营商</h3>
          <RankedBars bars={carrierBars(report)} emptyText="没有可发送的号码" />
        </section>
        <section>
          <h3>未通过的原因</h3>
          <RankedBars bars={leftOutBars(upload, report)} emptyText="没有未通过的号码" />
          {leftOutCount > 0 ? (
            <p>
              <a href={`${refusedRowsRoute.path}?uploadId=${upload.uploadId}`} download>
                下载未通过的号码
              </a>
              <span className={style.note}>
                {' '}
                原来的各列加上行号和原因，改好后可以直接再上传{upload.isMasked ? '；没有查看完整号码的权限时号码隐藏中间四位' : ''}
              </span>
            </p>
          ) : null}
        </section>
      </div>
    </div>
  )
}

/** Rows with the same number and different content: two orders of one person, or an error in the list. */
function Repeats({ upload, repeatCount }: { upload: Upload; repeatCount: number }) {
  const map = useAct(uploadCalls.map, { invalidates: [uploadCalls.one] })
  const { mapping, uploadId } = upload
  if (!mapping) return null
  return (
    <section aria-label="同号多条">
      <p>
        同号多条 <Count count={repeatCount} unit="行" />
        <span className={style.note}> 号码与前面的行相同，内容不同，例如同一个人的几张订单</span>
      </p>
      <Radio.Group
        aria-label="同号多条时"
        value={mapping.repeats}
        disabled={map.isPending}
        options={[
          { value: 'all', label: '都发' },
          { value: 'first', label: '只发第一条' },
        ]}
        onChange={event => map.mutate({ uploadId, ...mapping, repeats: event.target.value })}
      />
      <FormRefusal error={map.error} />
    </section>
  )
}

function segmentsNote({ segments }: ReportFacts): string {
  const kinds = Object.entries(segments)
  if (kinds.length <= 1) return kinds.length === 0 ? '' : `每行 ${firstOrThrow(kinds)[0]} 条`
  return kinds.map(([segmentCount, recipients]) => `${segmentCount} 条 × ${thousands(recipients)}`).join('，')
}

const ranked = <Bar extends { count: number }>(bars: Bar[]) => bars.filter(bar => bar.count > 0).sort((a, b) => b.count - a.count)

const carrierBars = ({ carriers }: ReportFacts) =>
  ranked(pairsOf(carriers).map(([carrier, count]) => ({ key: carrier, label: carrierNames[carrier], count })))

const leftOutBars = ({ mapping }: Upload, report: ReportFacts) =>
  ranked([
    { key: 'duplicate', label: '与前面的行重复', count: report.duplicateCount },
    { key: 'repeat', label: '同号多条，只发第一条', count: mapping?.repeats === 'first' ? report.repeatCount : 0 },
    { key: 'blacklisted', label: '在黑名单中', count: report.blacklistedCount },
    { key: 'overFrequencyLimit', label: '超过发送频率限制', count: report.overFrequencyCount },
    ...pairsOf(report.problems).map(([problem, count]) => ({
      key: problem,
      label: rowProblemNames[problem],
      count: count ?? 0,
    })),
  ])
