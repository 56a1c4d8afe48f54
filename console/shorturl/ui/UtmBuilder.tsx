import { Input } from 'antd'
import { Field } from '#ui/form/Field.tsx'
import layout from '#ui/theme/layout.module.css'
import style from './Link.module.css'
import { utmFields, utmOf, withUtm } from './utm.ts'

/** Writes UTM parameters into the target itself, exactly as visitors get them. */
export function UtmBuilder({ target, onChange }: { target: string; onChange: (target: string) => void }) {
  return (
    <>
      <p className={`${layout.flush} ${layout.below12} ${layout.note}`}>
        {target.trim() === '' ? '请先填写目标网址。' : null}填写后加到目标网址里，网站的统计工具据此区分访客来自哪条短链。
      </p>
      <div className={style.pair}>
        {utmFields.map(({ name, label, example }) => (
          <Field key={name} label={`${label} ${name}`}>
            {control => (
              <Input
                {...control}
                placeholder={`例如：${example}`}
                maxLength={100}
                disabled={target.trim() === ''}
                value={utmOf(target, name)}
                onChange={event => onChange(withUtm(target, name, event.target.value))}
              />
            )}
          </Field>
        ))}
      </div>
    </>
  )
}
