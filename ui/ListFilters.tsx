import { DownOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import { useEffect, useState } from 'react'
import { DaysFilter } from './DaysFilter.tsx'
import type { DayRange } from './date-range.ts'
import style from './List.module.css'
import type { ListState } from './list-state.ts'
import { useMedia } from './media.ts'

type DaysPresets = Record<string, (now: Date) => DayRange>

interface SearchFilter {
  kind: 'search'
  name: string
  label: string
  placeholder?: string
  /** The form of the text that is searched for. */
  normalize?: (text: string) => string
  /** Other text isn't searched for, and `mismatch` says why. */
  pattern?: RegExp
  mismatch?: string
}

/** A filter of a list. `days` uses two names, of the first and the last day. */
export type Filter =
  | SearchFilter
  | { kind: 'select'; name: string; label: string; options: { value: string; label: string }[] }
  | { kind: 'days'; from: string; to: string; label: string; maxDays: number; presets?: DaysPresets }

const shownWide = 4
const shownNarrow = 1

/** Filters in one row; more than four are in a collapsible part, which is open while one of them is set. */
export function ListFilters({ filters, list }: { filters: Filter[]; list: ListState }) {
  const shownAtFirst = useMedia('(max-width: 575px)') ? shownNarrow : shownWide
  const isSet = (filter: Filter) => (filter.kind === 'days' ? list.values[filter.from] !== '' : list.values[filter.name] !== '')
  const [isOpen, setOpen] = useState(() => filters.slice(shownAtFirst).some(isSet))
  const shown = isOpen ? filters : filters.slice(0, shownAtFirst)
  return (
    <search className={style.filters}>
      {shown.map(filter => (
        <FilterField key={filter.label} filter={filter} list={list} />
      ))}
      {list.isFiltered ? (
        <Button type="link" onClick={list.reset}>
          重置
        </Button>
      ) : null}
      {filters.length > shownAtFirst ? (
        <Button
          type="text"
          onClick={() => setOpen(!isOpen)}
          aria-expanded={isOpen}
          icon={isOpen ? <UpOutlined /> : <DownOutlined />}
          iconPlacement="end"
        >
          {isOpen ? '收起' : '更多筛选'}
        </Button>
      ) : null}
    </search>
  )
}

function FilterField({ filter, list }: { filter: Filter; list: ListState }) {
  if (filter.kind === 'search') return <SearchField filter={filter} list={list} />
  if (filter.kind === 'days') return <DaysField filter={filter} list={list} />
  return (
    <Select
      className={style.select}
      aria-label={filter.label}
      placeholder={filter.label}
      allowClear
      showSearch={filter.options.length > 8 ? { optionFilterProp: 'label' } : false}
      value={list.values[filter.name] || null}
      options={filter.options}
      onChange={value => list.change({ [filter.name]: value ?? '' })}
    />
  )
}

function SearchField({ filter, list }: { filter: SearchFilter; list: ListState }) {
  const set = list.values[filter.name] ?? ''
  const [draft, setDraft] = useState(set)
  useEffect(() => setDraft(set), [set])
  const plain = (text: string) => filter.normalize?.(text.trim()) ?? text.trim()
  const isFit = (text: string) => plain(text) === '' || (filter.pattern?.test(plain(text)) ?? true)
  const commit = (text: string) => plain(text) !== set && isFit(text) && list.change({ [filter.name]: plain(text) })
  const [isRefused, setRefused] = useState(false)
  const leave = () => {
    setRefused(!isFit(draft))
    commit(draft)
  }
  const refusal = isRefused && !isFit(draft) ? filter.mismatch : undefined
  return (
    <div className={style.search}>
      <Input
        aria-label={filter.label}
        placeholder={filter.placeholder ?? filter.label}
        prefix={<SearchOutlined />}
        allowClear
        data-page-search=""
        value={draft}
        {...(refusal ? { status: 'error' as const, 'aria-invalid': true } : {})}
        onChange={event => {
          setDraft(event.target.value)
          if (event.target.value === '') commit('')
        }}
        onPressEnter={leave}
        onBlur={leave}
      />
      {refusal ? (
        <p role="alert" className={style.mismatch}>
          {refusal}
        </p>
      ) : null}
    </div>
  )
}

function DaysField({ filter, list }: { filter: Filter & { kind: 'days' }; list: ListState }) {
  const from = list.values[filter.from]
  const to = list.values[filter.to]
  return (
    <DaysFilter
      label={filter.label}
      maxDays={filter.maxDays}
      presets={filter.presets}
      range={from && to ? { from, to } : null}
      onChange={range => list.change({ [filter.from]: range?.from ?? '', [filter.to]: range?.to ?? '' })}
    />
  )
}
