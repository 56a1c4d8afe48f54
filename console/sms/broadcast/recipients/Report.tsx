import { Button, Radio } from 'antd'
import { useEffect, useState } from 'react'
import { refusedRowsRoute, type UploadMapping, uploadCalls } from '#contract/recipients/upload.ts'
import { terms } from '#contract/terms.ts'
import { useAct } from '#ui/call.ts'
import { Count, Segments, thousands } from '#ui/display/Count.tsx'
import { Figures } from '#ui/display/Figures.tsx'
import { RankedBars } from '#ui/display/RankedBars.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { optionsOf } from '#ui/form/options.ts'
import layout from '#ui/theme/layout.module.css'
import { pairsOf } from '#values/keys.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { carrierNames } from '#values/phone.ts'
import { choicesOf, consentChoiceNames, leftOutReasons, repeatChoiceNames } from '../../../shared/labels/recipients.ts'
import style from './Recipients.module.css'
import type { Upload } from './send-file.ts'

type ReportFacts = NonNullable<Upload['report']>

/** Results of the rows. */
export function Report({ upload, report, onRepair }: { upload: Upload; report: ReportFacts; onRepair: () => void }) {
  const { rowCount, validCount, segmentCount } = report
  const leftOutCount = rowCount - validCount
  const phoneCount = validCount - (choicesOf(upload.mapping).repeats === 'all' ? report.repeatCount : 0)
  return (
    <div className={`${layout.stack16} ${style.stack}`}>
      <Figures
        figures={[
          {
            label: '可发送',
            value: <Count count={phoneCount} unit="个号码" />,
            tone: validCount > 0 ? 'good' : 'bad',
            note: `${phoneCount < validCount ? `${thousands(validCount)} 行，` : ''}共 ${thousands(rowCount)} 行，空行不算`,
          },
          { label: terms.segments, value: <Segments count={segmentCount} />, note: segmentsNote(report) },
          { label: '未通过', value: <Count count={leftOutCount} unit="行" />, note: leftOutCount > 0 ? '不发送、不计费' : '全部可发送' },
        ]}
      />
      <Choices upload={upload} report={report} />
      <div className={style.halves}>
        <section>
          <h3>运营商</h3>
          <RankedBars bars={carrierBars(report)} emptyText="没有可发送的号码" />
        </section>
        <section>
          <h3>未通过的原因</h3>
          <RankedBars bars={leftOutBars(upload, report)} emptyText="没有未通过的号码" />
          {leftOutCount > 0 && upload.state === 'ready' ? (
            <p>
              <a href={`${refusedRowsRoute.path}?uploadId=${upload.uploadId}`} download>
                下载未通过的号码
              </a>
              ，
              <Button type="link" size="small" className={style.link} onClick={onRepair}>
                上传改好的文件
              </Button>
              <span className={style.note}>
                {' '}
                原来的各列加上行号和原因，改好后只补充这些行{upload.isMasked ? '；没有查看完整号码的权限时号码隐藏中间四位' : ''}
              </span>
            </p>
          ) : null}
        </section>
      </div>
    </div>
  )
}

/** Rows that the sender decides about; a choice checks the file again. */
function Choices({ upload, report }: { upload: Upload; report: ReportFacts }) {
  const map = useAct(uploadCalls.map, { invalidates: [uploadCalls.one] })
  const { mapping, uploadId } = upload
  const { repeatCount, noConsentCount = 0 } = report
  // What is chosen shows at once, and until the file is checked for it. The choices stay enabled, so that arrow keys go
  // on; what is chosen meanwhile follows.
  const [chosen, setChosen] = useState<typeof map.variables>(undefined)
  const { isPending, isError, mutate, variables } = map
  useEffect(() => {
    if (isPending || !chosen) return
    if (chosen !== variables) mutate(chosen)
    else if (isError || isSame(choicesOf(chosen), choicesOf(mapping))) setChosen(undefined)
  }, [isPending, isError, mutate, variables, chosen, mapping])
  if (!mapping) return null
  const { repeats, consent } = choicesOf(chosen ?? mapping)
  const choose = (choice: Partial<Pick<UploadMapping, 'repeats' | 'consent'>>) =>
    setChosen({ uploadId, ...mapping, repeats, consent, ...choice })
  return (
    <>
      {repeatCount > 0 ? (
        <Choice
          name="同号多条"
          count={repeatCount}
          note={repeats === 'none' ? '这些号码有几行内容不同' : '号码与前面的行相同，内容不同，例如同一个人的几张订单'}
          chosen={repeats}
          names={repeatChoiceNames}
          onChoose={chosen => choose({ repeats: chosen })}
        />
      ) : null}
      {noConsentCount > 0 ? (
        <Choice
          name="没有登记同意"
          count={noConsentCount}
          note="通讯录里没有登记这些号码同意接收推广，推广短信只能发给同意的人"
          chosen={consent}
          names={{ ...consentChoiceNames, declared: '都发，我确认他们都已同意接收推广' }}
          onChoose={chosen => choose({ consent: chosen })}
        />
      ) : null}
      <FormRefusal error={map.error} />
    </>
  )
}

type Choices = ReturnType<typeof choicesOf>
const isSame = (one: Choices, other: Choices) => one.repeats === other.repeats && one.consent === other.consent

interface ChoiceProps<Key extends string> {
  name: string
  count: number
  note: string
  /** Null: not yet. */
  chosen: Key | null
  names: Record<Key, string>
  onChoose: (key: Key) => void
}

function Choice<Key extends string>({ name, count, note, chosen, names, onChoose }: ChoiceProps<Key>) {
  return (
    <section aria-label={name}>
      <p className={layout.flush}>
        {name} <Count count={count} unit="行" />
      </p>
      <p className={style.note}>{note}</p>
      <Radio.Group
        aria-label={`${name}时`}
        className={style.consent}
        value={chosen}
        options={optionsOf(names)}
        onChange={event => onChoose(event.target.value)}
      />
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

const leftOutBars = ({ mapping }: Upload, report: ReportFacts) => ranked(leftOutReasons(report, choicesOf(mapping)))
