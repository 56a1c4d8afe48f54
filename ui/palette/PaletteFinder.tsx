import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Call } from '#contract/call.ts'
import type { searchAnswer, searchInput } from '#contract/search/search.ts'
import { useCall } from '#ui/call.ts'
import { commandKey } from '#ui/frame/SearchBox.tsx'
import { searchKindNames } from '#ui/labels/search.ts'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import style from './Palette.module.css'
import type { FinderProps, PalettePage } from './Palette.tsx'
import { matching, matchOf, type Searchable } from './palette-match.ts'
import { recentsOf, rememberObject } from './recents.ts'

export interface PaletteEntry {
  key: string
  title: string
  note?: string | undefined
  pinyin?: string | undefined
  place?: string | undefined
  placePinyin?: string | undefined
  names?: readonly Searchable[] | undefined
  /** Where it leads; otherwise `run`. */
  to?: string
  run?: () => void
  /** Among the recents afterwards. */
  isObject?: boolean
}
export interface PaletteGroup {
  title: string
  entries: readonly PaletteEntry[]
  hasMore?: boolean
  /** Shown before anything is typed. */
  isFirst?: boolean
}

interface PaletteFinderProps extends FinderProps {
  /** Pinyin of the titles of pages, by their addresses, and of the menu's entries. */
  pinyin: Partial<Record<string, string>>
  /** Other names of pages, by their addresses. */
  names?: Partial<Record<string, readonly Searchable[]>>
  /** Groups that are searched by title and pinyin. */
  groups: readonly PaletteGroup[]
  /** Groups for the text as a whole: what a phone number leads to. */
  groupsFor: (text: string) => readonly PaletteGroup[]
  call: Call<typeof searchInput, typeof searchAnswer>
  hint: string
}

/** The field keeps the focus, and with it the keys, while results are clicked. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** So that dozens of terms and codes don't hide what the server finds. */
const shownOfGroup = 8

/** Pause in typing after which the server is asked. */
const pauseMs = 200

/** The text after a pause in typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** The field of the palette and what it finds: pages, actions and terms at once, objects from the server. */
export function PaletteFinder(props: PaletteFinderProps) {
  const { person, onDone, hint } = props
  const id = useId()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const wanted = text.trim()
  const objects = useObjects(props.call, wanted)
  const groups = wanted === '' ? firstGroups(props) : [...localGroups(props, wanted), ...objects.groups]
  const entries = groups.flatMap(group => group.entries)
  const current = Math.min(at, entries.length - 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list itself changes with them.
  useEffect(() => {
    // Without its result: newer browsers return a promise, which is no clean-up.
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [current, text])
  const leave = (entry: PaletteEntry) => {
    if (entry.isObject && entry.to) rememberObject(person, { to: entry.to, title: entry.title, note: entry.note ?? '' })
    onDone()
  }
  const go = (entry: PaletteEntry | undefined, isNewTab: boolean) => {
    if (!entry) return
    leave(entry)
    if (entry.to === undefined) entry.run?.()
    else if (isNewTab) window.open(entry.to, '_blank', 'noopener')
    else void navigate(entry.to)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') go(entries[current], event.ctrlKey || event.metaKey)
    else if (event.key === 'ArrowDown') setAt(Math.min(current + 1, entries.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(current - 1, 0))
    else return
    event.preventDefault()
  }
  let place = -1
  return (
    <>
      <input
        className={style.input}
        role="combobox"
        aria-label="搜索"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={entries[current] ? `${id}-${current}` : undefined}
        placeholder={hint}
        maxLength={limits.searchMaxCharacters}
        autoComplete="off"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: the dialog opens for typing.
        autoFocus
        value={text}
        onKeyDown={press}
        onChange={event => {
          setText(event.target.value)
          setAt(0)
        }}
      />
      <div ref={list} id={id} className={style.list} role="listbox" aria-label="结果" onMouseDown={keepFocus}>
        {groups.map(group => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields.
          <div key={group.title} role="group" aria-label={group.title}>
            <div className={style.group} aria-hidden="true">
              {group.title}
            </div>
            {group.entries.map(entry => {
              place += 1
              const index = place
              return (
                <Option
                  key={entry.key}
                  id={`${id}-${index}`}
                  entry={entry}
                  text={wanted}
                  isCurrent={index === current}
                  onHover={() => setAt(index)}
                  onLeave={() => leave(entry)}
                />
              )
            })}
            {group.hasMore ? <div className={style.more}>还有更多，请输入得更完整</div> : null}
          </div>
        ))}
      </div>
      <Outcome objects={objects} text={wanted} isEmpty={entries.length === 0} />
      <p className={style.keys} aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> 选择 <kbd>Enter</kbd> 打开 <kbd>{commandKey}Enter</kbd> 在新标签页打开 <kbd>Esc</kbd> 关闭
      </p>
    </>
  )
}

/** Objects for a text: the request of an earlier text is aborted when the text changes. */
function useObjects(call: PaletteFinderProps['call'], text: string) {
  const settled = useSettled(text)
  const isAsked = text.length >= limits.searchMinCharacters
  const isSettled = settled === text
  const query = useCall(call, { q: text }, { enabled: isAsked && isSettled, staleTimeMs: 0 })
  const groups: PaletteGroup[] = ((isAsked && query.data?.groups) || []).map(({ kind, hits, hasMore }) => ({
    title: searchKindNames[kind],
    hasMore,
    entries: hits.map(({ title, note, path }, index) => ({ key: `${kind} ${index} ${path}`, title, note, to: path, isObject: true })),
  }))
  const isBusy = isAsked && (!isSettled || query.isFetching) && !query.data
  return { groups, isBusy, error: isAsked && isSettled && !query.isFetching ? query.error : null, retry: () => void query.refetch() }
}

/** Says what the list can't: that the search goes on, found nothing, or failed. */
function Outcome({ objects, text, isEmpty }: { objects: ReturnType<typeof useObjects>; text: string; isEmpty: boolean }) {
  if (objects.error)
    return (
      <p className={style.none} role="alert">
        内容没能查找：{objects.error.message}
        {objects.error.requestId ? `（${objects.error.requestId}）` : ''}
        <button type="button" className={style.again} onClick={objects.retry}>
          重试
        </button>
      </p>
    )
  const words = objects.isBusy
    ? '正在查找…'
    : isEmpty
      ? text.length < limits.searchMinCharacters
        ? `没有叫这个名字的页面，再输入 ${limits.searchMinCharacters - text.length} 个字可查找内容`
        : '没有找到。号码、订单号、发票号和编号请输入完整'
      : ''
  return (
    <p className={words === '' ? layout.flush : style.none} role="status">
      {words}
    </p>
  )
}

const pageEntry = (
  { path, title, area, entry }: PalettePage,
  { pinyin, names }: Pick<PaletteFinderProps, 'pinyin' | 'names'>,
): PaletteEntry => ({
  key: path,
  title,
  note: area === title ? '' : area,
  place: area,
  placePinyin: entry && pinyin[entry],
  pinyin: pinyin[path],
  names: names?.[path],
  to: path,
})

/** Pages that are not listed as an action of the same name. */
const ownPages = (pages: readonly PalettePage[], groups: readonly PaletteGroup[]) =>
  pages.filter(
    ({ path, title }) => !groups.some(group => group.isFirst && group.entries.some(one => one.to === path && one.title === title)),
  )

/** Before anything is typed: what was opened last, then everything there is. */
function firstGroups(props: PaletteFinderProps): PaletteGroup[] {
  const { person, pages, groups } = props
  const recents = recentsOf(person)
  const recent = [
    ...recents.objects.map(object => ({ ...object, key: object.to, isObject: true })),
    ...recents.pages
      .filter(path => path !== location.pathname)
      .flatMap(path => pages.filter(page => page.path === path).map(page => pageEntry(page, props))),
  ]
  const known = new Set(recent.map(entry => entry.key))
  const rest = ownPages(pages, groups)
    .filter(page => !known.has(page.path))
    .map(page => pageEntry(page, props))
  return [{ title: '最近打开', entries: recent }, ...groups.filter(group => group.isFirst), { title: '页面', entries: rest }].filter(
    group => group.entries.length > 0,
  )
}

function localGroups(props: PaletteFinderProps, text: string): PaletteGroup[] {
  const { pages, groups, groupsFor } = props
  const all = [{ title: '页面', entries: ownPages(pages, groups).map(page => pageEntry(page, props)) }, ...groups]
  const found = all.map(group => {
    const entries = matching(group.entries, text)
    return { ...group, entries: entries.slice(0, shownOfGroup), hasMore: entries.length > shownOfGroup }
  })
  // What is called just so comes first, whichever group it is in.
  const isNamed = ({ entries: [first] }: PaletteGroup) => first !== undefined && matchOf(first, text)?.rank === 0
  return [...groupsFor(text), ...found.filter(isNamed), ...found.filter(group => !isNamed(group))].filter(group => group.entries.length > 0)
}

interface OptionProps {
  id: string
  entry: PaletteEntry
  text: string
  isCurrent: boolean
  onHover: () => void
  onLeave: () => void
}

/** From here on a note is a sentence, below its title. */
const sentenceCharacters = 44

function Option({ id, entry, text, isCurrent, onHover, onLeave }: OptionProps) {
  const { title, note = '', to, run } = entry
  const match = text === '' ? null : matchOf(entry, text)
  const shared = {
    id,
    role: 'option',
    tabIndex: -1,
    'aria-selected': isCurrent,
    className: style.option ?? '',
    onMouseMove: isCurrent ? undefined : onHover,
    ...(note.length > sentenceCharacters ? { 'data-long': '' } : {}),
  }
  const content = (
    <>
      <span className={style.title}>
        {match ? (
          <>
            {title.slice(0, match.from)}
            <mark>{title.slice(match.from, match.until)}</mark>
            {title.slice(match.until)}
          </>
        ) : (
          title
        )}
      </span>
      {note ? (
        <span className={style.note}>
          <Marked text={note} wanted={text} />
        </span>
      ) : null}
    </>
  )
  if (to === undefined)
    return (
      <button
        {...shared}
        type="button"
        onClick={() => {
          onLeave()
          run?.()
        }}
      >
        {content}
      </button>
    )
  // With Ctrl or ⌘ the browser opens a tab, and the palette stays.
  const isOtherTab = (event: MouseEvent) => event.ctrlKey || event.metaKey || event.shiftKey
  return (
    <Link {...shared} to={to} onClick={event => isOtherTab(event) || onLeave()}>
      {content}
    </Link>
  )
}

/** A text with the wanted one marked where it occurs first. */
function Marked({ text, wanted }: { text: string; wanted: string }) {
  const from = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted.toLowerCase())
  if (from < 0) return text
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, from + wanted.length)}</mark>
      {text.slice(from + wanted.length)}
    </>
  )
}
