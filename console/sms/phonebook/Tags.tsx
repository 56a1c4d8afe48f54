import style from './Phonebook.module.css'
import type { TagRow } from './phonebook.ts'

/** A contact's tags by name, only the first ones where space is short. */
export function Tags({ tagIds, tags, most = tagIds.length }: { tagIds: string[]; tags: TagRow[]; most?: number }) {
  const names = tags.filter(tag => tagIds.includes(tag.tagId)).map(tag => tag.name)
  const rest = names.slice(most)
  return (
    <span className={style.tags}>
      {names.slice(0, most).map(name => (
        <span key={name} className={style.tag} title={name}>
          {name}
        </span>
      ))}
      {rest.length > 0 ? <small title={rest.join('、')}>+{rest.length}</small> : null}
    </span>
  )
}
