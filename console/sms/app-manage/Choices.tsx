import layout from '#ui/theme/layout.module.css'
import style from './AppManage.module.css'

interface ChoicesProps<Key extends string> {
  label: string
  choices: readonly { key: Key; label: string }[]
  chosen: Key
  onChoose: (key: Key) => void
}

/** A row of toggle buttons, one of which is pressed. */
export const Choices = <Key extends string>({ label, choices, chosen, onChoose }: ChoicesProps<Key>) => (
  <nav className={`${layout.below12} ${layout.row}`} aria-label={label}>
    {choices.map(({ key, label }) => (
      <button key={key} type="button" className={style.language} aria-pressed={key === chosen} onClick={() => onChoose(key)}>
        {label}
      </button>
    ))}
  </nav>
)
