import { Select, Switch } from 'antd'
import { type ReactNode, useState } from 'react'
import type { CallAnswerWire } from '#contract/call.ts'
import { visitCalls } from '#contract/links/visit.ts'
import { useListCall } from '#ui/call.ts'
import { printedDays } from '#ui/date-range.ts'
import { DaysFilter } from '#ui/list/DaysFilter.tsx'
import { PrintedFilters } from '#ui/list/ListFilters.tsx'
import { useSettledText } from '#ui/settled.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import style from './Visitor.module.css'
import type { FilterValues, Subject } from './view.ts'

interface SubjectBarProps {
  values: FilterValues
  subject: Subject | undefined
  /** The default days are all days of the link, otherwise the last seven. */
  isYoung: boolean
  showsBots: boolean
  onChange: (change: Partial<FilterValues>) => void
  onBots: (showsBots: boolean) => void
}

const kinds = { link: 'links', group: 'groups', broadcast: 'broadcasts' } as const
type Kind = keyof typeof kinds
type Named = CallAnswerWire<typeof visitCalls.choices>['links'][number]
const kindNames: Record<Kind, string> = { link: '短链', group: '分组', broadcast: '群发' }

/** Before anything is typed: some groups and broadcasts, which many newest links would push out of view. */
const firstKinds: readonly Kind[] = ['group', 'broadcast', 'link']
const firstCount = 5

/** Subject and days of the statistics, and whether bots are shown. */
export function SubjectBar({ values, subject, isYoung, showsBots, onChange, onBots }: SubjectBarProps) {
  const { from, to } = values
  const label = isYoung ? '访问时间：创建以来' : '访问时间：近7天'
  const range = from && to ? { from, to } : null
  return (
    <>
      <search className={style.bar}>
        <SubjectSelect values={values} name={subject?.name} onChange={onChange} />
        <DaysFilter
          label={label}
          maxDays={limits.visitRangeDays}
          range={range}
          onChange={range => onChange({ from: range?.from ?? '', to: range?.to ?? '' })}
        />
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is a control. */}
        <label className={style.switch}>
          <Switch size="small" checked={showsBots} onChange={onBots} />
          显示机器访问
        </label>
      </search>
      <PrintedFilters texts={[printedSubject(values, subject), printedDays(label, range), showsBots ? '含机器访问' : '']} />
    </>
  )
}

const chosenKind = (values: FilterValues) => keysOf(kinds).find(kind => values[kind] !== '')
function printedSubject(values: FilterValues, subject: Subject | undefined): string {
  const kind = chosenKind(values)
  return kind ? `${kindNames[kind]}：${subject?.name ?? ''}` : '全部短链'
}

function SubjectSelect({ values, name, onChange }: Pick<SubjectBarProps, 'values' | 'onChange'> & { name: string | undefined }) {
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const wanted = useSettledText(search)
  const found = useListCall(visitCalls.choices, { search: wanted }, { enabled: isOpen })
  const chosen = chosenKind(values)
  const groups = (wanted === '' ? firstKinds : keysOf(kinds))
    .map(kind => ({ kind, rows: (found.data?.[kinds[kind]] ?? []).slice(0, wanted === '' && kind !== 'link' ? firstCount : undefined) }))
    .filter(({ rows }) => rows.length > 0)
  const about = new Map<string, Named>(groups.flatMap(({ kind, rows }) => rows.map(row => [`${kind} ${row.id}`, row] as const)))
  const value = chosen ? { value: `${chosen} ${values[chosen]}`, label: `${kindNames[chosen]}：${name ?? '…'}` } : null
  return (
    <Select
      className={style.subject}
      aria-label="统计对象"
      labelInValue
      allowClear
      value={value}
      placeholder="全部短链，可输入短码、标题或网址查找"
      showSearch={{ filterOption: false, searchValue: search, onSearch: setSearch }}
      onOpenChange={setOpen}
      loading={isOpen && found.isFetching}
      notFoundContent={found.data ? '没有找到' : '查找中'}
      options={groups.map(({ kind, rows }) => ({
        label: kindNames[kind],
        options: rows.map(row => ({ value: `${kind} ${row.id}`, label: row.name })),
      }))}
      optionRender={({ value: id, label }) => <Choice label={label} row={about.get(String(id))} />}
      onChange={next => {
        const [kind = '', id = ''] = next?.value.split(' ') ?? []
        setSearch('')
        onChange({ link: '', group: '', broadcast: '', ...(kind ? { [kind]: id } : {}) })
      }}
    />
  )
}

/** A link with its code and target, to distinguish links with the same title. */
function Choice({ label, row }: { label: ReactNode; row: Named | undefined }) {
  return (
    <span className={style.choice}>
      <span>{label}</span>
      {row?.detail ? <small>{row.note === row.name ? row.detail : `${row.note} · ${row.detail}`}</small> : null}
    </span>
  )
}
