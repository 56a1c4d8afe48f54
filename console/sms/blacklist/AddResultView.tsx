import { Button } from 'antd'
import { shownProblems } from '#contract/blacklist/blacklist.ts'
import { downloadCsv } from '#ui/csv-file.ts'
import { thousands } from '#ui/display/Count.tsx'
import { Facts, Section } from '#ui/display/Facts.tsx'
import layout from '#ui/theme/layout.module.css'
import style from './Blacklist.module.css'
import type { AddResult } from './blacklist.ts'

/** Result of pasted numbers; malformed ones with their line and reason. */
export function AddResultView({ result }: { result: AddResult }) {
  const { addedCount, knownCount, repeatedCount, malformedCount, problems } = result
  const download = () =>
    downloadCsv('格式错误的号码', [['序号', '手机号', '说明'], ...problems.map(({ position, text, reason }) => [position, text, reason])])
  const count = (one: number) => <b>{thousands(one)}</b>
  return (
    <div aria-live="polite">
      <Facts
        facts={[
          ['新加入', count(addedCount)],
          ['原来就在名单里', count(knownCount)],
          ['重复填写', count(repeatedCount)],
          ['格式错误，没有加入', count(malformedCount)],
        ]}
      />
      {problems.length > 0 ? (
        <Section
          title={shownProblems < malformedCount ? `格式错误的号码（前 ${shownProblems} 个）` : '格式错误的号码'}
          action={<Button onClick={download}>下载格式错误的号码</Button>}
        >
          <ul className={`${layout.list} ${style.problems}`}>
            {problems.slice(0, shownProblems).map(({ position, text, reason }) => (
              <li key={position}>
                <span>第 {thousands(position)} 个</span>
                <code>{text}</code>
                <span>{reason}</span>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </div>
  )
}
