import { Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import style from './AppConfig.module.css'

/** A switch with an explanation. */
export function SwitchLine({
  label,
  note,
  isOn,
  isDisabled,
  onChange,
}: {
  label: string
  note: ReactNode
  isOn: boolean
  isDisabled: boolean
  onChange: (isOn: boolean) => void
}) {
  const id = useId()
  return (
    <div className={style.switch}>
      <div>
        <h3 id={id}>{label}</h3>
        <p id={`${id}note`}>{note}</p>
      </div>
      <Switch aria-labelledby={id} aria-describedby={`${id}note`} checked={isOn} disabled={isDisabled} onChange={onChange} />
    </div>
  )
}
