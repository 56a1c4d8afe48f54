import { CloseCircleFilled, DownOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { thousands } from '#ui/display/Count.tsx'
import style from './Phonebook.module.css'
import { type GroupNode, type GroupRow, totalOf, treeOf } from './phonebook.ts'

interface GroupTreeProps {
  groups: GroupRow[]
  /** The chosen one; '' for all. */
  groupId: string
  onChoose: (groupId: string) => void
  onManage: () => void
}

/** From this number of groups on they are searchable. */
const searchedGroups = 12

/** The groups in two levels with their number of contacts, subgroups included. */
const clearable = { clearIcon: <CloseCircleFilled aria-label="清除" /> }

export function GroupTree({ groups, groupId, onChoose, onManage }: GroupTreeProps) {
  const [search, setSearch] = useState('')
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const wanted = search.trim().toLowerCase()
  const nodes = treeOf(groups).flatMap(node => narrowed(node, wanted))
  const toggle = (id: string) => setClosed(new Set(closed.has(id) ? [...closed].filter(one => one !== id) : [...closed, id]))
  return (
    <nav className={style.tree} aria-label="分组">
      {groups.length > searchedGroups ? (
        <Input
          aria-label="搜索分组"
          placeholder="搜索分组"
          allowClear={clearable}
          value={search}
          onChange={event => setSearch(event.target.value)}
        />
      ) : null}
      <ul>
        {wanted === '' ? (
          <li>
            <Leaf name="全部联系人" count={totalOf(groups)} isChosen={groupId === ''} onChoose={() => onChoose('')} />
          </li>
        ) : null}
        {nodes.map(({ group, below, total }) => {
          const isOpen = wanted !== '' || !closed.has(group.groupId)
          return (
            <li key={group.groupId}>
              <div className={style.branch}>
                {below.length > 0 ? (
                  <button
                    type="button"
                    className={style.caret}
                    aria-expanded={isOpen}
                    aria-label={`${group.name}的下级分组`}
                    onClick={() => toggle(group.groupId)}
                  >
                    <DownOutlined />
                  </button>
                ) : null}
                <Leaf name={group.name} count={total} isChosen={groupId === group.groupId} onChoose={() => onChoose(group.groupId)} />
              </div>
              {below.length > 0 && isOpen ? (
                <ul>
                  {below.map(one => (
                    <li key={one.groupId}>
                      <Leaf
                        name={one.name}
                        count={one.contactCount}
                        isChosen={groupId === one.groupId}
                        onChoose={() => onChoose(one.groupId)}
                      />
                    </li>
                  ))}
                </ul>
              ) : null}
            </li>
          )
        })}
      </ul>
      {wanted !== '' && nodes.length === 0 ? <p className={style.note}>没有名称含“{search.trim()}”的分组</p> : null}
      <Button type="link" size="small" onClick={onManage}>
        分组管理
      </Button>
    </nav>
  )
}

function Leaf({ name, count, isChosen, onChoose }: { name: string; count: number; isChosen: boolean; onChoose: () => void }) {
  return (
    <button type="button" className={style.leaf} aria-current={isChosen || undefined} title={name} onClick={onChoose}>
      <span>{name}</span>
      <small>{thousands(count)}</small>
    </button>
  )
}

/** The part of a node that matches a search: all of it when its own name does, else the matching subgroups. */
function narrowed(node: GroupNode, wanted: string): GroupNode[] {
  const fits = (group: GroupRow) => group.name.toLowerCase().includes(wanted)
  if (wanted === '' || fits(node.group)) return [node]
  const below = node.below.filter(fits)
  return below.length === 0 ? [] : [{ ...node, below }]
}
