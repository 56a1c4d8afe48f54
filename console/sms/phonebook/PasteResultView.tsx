import { Button, Select } from 'antd'
import { useState } from 'react'
import { type ContactOutcome, contactOutcomes } from '#contract/recipients/phonebook.ts'
import { downloadCsv } from '#ui/csv-file.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Facts, Section } from '#ui/display/Facts.tsx'
import { StateTag } from '#ui/display/StateTag.tsx'
import layout from '#ui/theme/layout.module.css'
import { pairsOf } from '#values/keys.ts'
import style from './Phonebook.module.css'
import { outcomeTones, type PasteResult } from './phonebook.ts'

const shownRows = 100
const names = pairsOf(contactOutcomes)

/** Result of each pasted row: counts, the rows of one outcome, and all of them as a file. */
export function PasteResultView({ result: { counts, rows } }: { result: PasteResult }) {
  const worst: ContactOutcome | undefined = (['malformed', 'duplicate'] as const).find(name => counts[name] > 0)
  const [outcome, setOutcome] = useState<ContactOutcome | ''>(worst ?? '')
  const chosen = outcome === '' ? rows : rows.filter(row => row.outcome === outcome)
  const download = () =>
    downloadCsv('添加结果', [
      ['行', '手机号', '姓名', '结果', '说明'],
      ...rows.map(row => [row.position, row.number, row.name, contactOutcomes[row.outcome], row.reason]),
    ])
  return (
    <div aria-live="polite">
      <Facts facts={names.map(([name, label]) => [label, <b key={name}>{thousands(counts[name])}</b>])} />
      <Section title="每一行的结果" action={<Button onClick={download}>下载全部结果</Button>}>
        <Select
          aria-label="查看哪种结果"
          style={{ width: 220, marginBottom: 8 }}
          value={outcome}
          options={[
            { value: '' as const, label: `全部 ${thousands(rows.length)}` },
            ...names
              .filter(([name]) => counts[name] > 0)
              .map(([value, label]) => ({ value, label: `${label} ${thousands(counts[value])}` })),
          ]}
          onChange={setOutcome}
        />
        <ul className={`${layout.list} ${style.rows}`}>
          {chosen.slice(0, shownRows).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a final answer; one line may have several.
            <li key={index}>
              <span>第 {thousands(row.position)} 行</span>
              <span>
                <b>{row.number}</b>
                {row.name}
              </span>
              <span>
                <StateTag tone={outcomeTones[row.outcome]}>{contactOutcomes[row.outcome]}</StateTag> {row.reason}
              </span>
            </li>
          ))}
        </ul>
        {chosen.length > shownRows ? (
          <p className={style.note}>
            这里显示前 {shownRows} 行，其余 {thousands(chosen.length - shownRows)} 行在下载的文件里。
          </p>
        ) : null}
      </Section>
    </div>
  )
}
