import { CloseOutlined, DownOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { type DayRange, printedDays } from '#ui/date-range.ts'
import { searchOf } from '#ui/form/select-search.ts'
import { useMedia } from '#ui/theme/media.ts'
import type { UrlValues } from '#ui/url-state.ts'
import { DaysFilter } from './DaysFilter.tsx'
import style from './List.module.css'
import type { ListState } from './list-state.ts'

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

interface DaysFilterFacts {
  kind: 'days'
  from: string
  to: string
  label: string
  maxDays: number
  presets?: DaysPresets
}

/** A filter of a list. `days` uses two names, of the first and the last day. */
export type Filter =
  | SearchFilter
  /** Set by links alone, such as the bars of a chart; a chip removes it. */
  | { kind: 'fixed'; name: string; label: string; textOf: (value: string) => string }
  | { kind: 'select'; name: string; label: string; options: { value: string; label: string }[] }
  | DaysFilterFacts

const shownWide = 4

/**
 * Filters in one row; more than four are in a collapsible part, on a phone all but the first and the state. Those that
 * are set there show as chips. `children` stand behind them.
 */
export function ListFilters({ filters, list, children }: { filters: Filter[]; list: ListState; children?: ReactNode }) {
  const isPhone = useMedia('(max-width: 575px)')
  const [isOpen, setOpen] = useState(false)
  const fields = filters.filter(filter => filter.kind !== 'fixed')
  const shownAtFirst = fields.filter((field, place) => (isPhone ? place === 0 || isState(field) : place < shownWide))
  const shown = isOpen ? fields : shownAtFirst
  const chips = filters.filter(filter => !shown.some(one => one === filter) && chosenText(filter, list.values) !== '')
  return (
    <>
      <search className={style.filters}>
        {shown.map(filter => (
          <FilterField key={filter.label} filter={filter} list={list} />
        ))}
        {chips.map(filter => (
          <FilterChip key={filter.label} filter={filter} list={list} />
        ))}
        {list.isFiltered ? (
          <Button type="link" onClick={list.reset}>
            重置
          </Button>
        ) : null}
        {fields.length > shownAtFirst.length ? (
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
        {children}
      </search>
      <PrintedFilters texts={filters.map(filter => printedText(filter, list.values))} />
    </>
  )
}

/** What most people narrow a list by. */
const isState = (filter: Filter) => filter.kind === 'select' && filter.name === 'state'

/** On paper, in place of the filters: of which time the data are, and what they are limited to. */
export function PrintedFilters({ texts }: { texts: readonly string[] }) {
  const set = texts.filter(text => text !== '')
  return set.length > 0 ? <p className="hy-printed">{set.join('；')}</p> : null
}

function printedText(filter: Filter, values: UrlValues): string {
  if (filter.kind === 'days') return printedDays(filter.label, daysOf(filter, values), filter.presets)
  const text = chosenText(filter, values)
  return text && `${filter.label}：${text}`
}

function daysOf(filter: DaysFilterFacts, values: UrlValues): DayRange | null {
  const [from, to] = [values[filter.from], values[filter.to]]
  return from && to ? { from, to } : null
}

/** What a filter is set to, in words; empty: not set. */
function chosenText(filter: Filter, values: UrlValues): string {
  if (filter.kind === 'days') {
    const days = daysOf(filter, values)
    return days ? `${days.from} 至 ${days.to}` : ''
  }
  const value = values[filter.name] ?? ''
  if (filter.kind === 'fixed') return value && filter.textOf(value)
  return filter.kind === 'select' ? (filter.options.find(one => one.value === value)?.label ?? value) : value
}

/** A filter that is set and not in view; a press removes it. */
function FilterChip({ filter, list }: { filter: Filter; list: ListState }) {
  const text = chosenText(filter, list.values)
  // 提交时间 of 提交时间：近7天, which says what holds without a range.
  const [label] = filter.label.split('：')
  const names = filter.kind === 'days' ? [filter.from, filter.to] : [filter.name]
  const remove = () => list.change(Object.fromEntries(names.map(name => [name, ''])))
  return (
    <button type="button" className={style.chip} title={text} aria-label={`取消筛选：${label} ${text}`} onClick={remove}>
      <span>
        {label}：{text}
      </span>
      <CloseOutlined aria-hidden />
    </button>
  )
}

function FilterField({ filter, list }: { filter: Exclude<Filter, { kind: 'fixed' }>; list: ListState }) {
  if (filter.kind === 'search') return <SearchField filter={filter} list={list} />
  if (filter.kind === 'days') return <DaysField filter={filter} list={list} />
  return (
    <Select
      className={style.select}
      aria-label={filter.label}
      placeholder={filter.label}
      allowClear
      showSearch={searchOf(filter.options)}
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

function DaysField({ filter, list }: { filter: DaysFilterFacts; list: ListState }) {
  return (
    <DaysFilter
      label={filter.label}
      maxDays={filter.maxDays}
      presets={filter.presets}
      range={daysOf(filter, list.values)}
      onChange={range => list.change({ [filter.from]: range?.from ?? '', [filter.to]: range?.to ?? '' })}
    />
  )
}
