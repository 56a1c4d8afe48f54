import { Radio } from 'antd'
import { Field } from '#ui/form/Field.tsx'
import layout from '#ui/theme/layout.module.css'
import style from './Link.module.css'

/** Dark enough on white for every scanner. */
const colours = ['#000000', '#1B2733', '#0B66B2', '#17744A', '#8A5600', '#BA2A26', '#5B3E91'] as const
const colourNames: Record<(typeof colours)[number], string> = {
  '#000000': '黑色',
  '#1B2733': '墨色',
  '#0B66B2': '靛青',
  '#17744A': '绿色',
  '#8A5600': '棕色',
  '#BA2A26': '红色',
  '#5B3E91': '紫色',
}
export const firstColour = colours[0]
const sizes = [300, 600, 1200]

/** The colour of QR codes. */
export function Swatches({ value, onChange }: { value: string; onChange: (colour: string) => void }) {
  return (
    <Field label="颜色" isGroup>
      {() => (
        <div className={`${layout.row} ${style.swatches}`}>
          {colours.map(colour => (
            <label key={colour} title={colourNames[colour]}>
              <input
                type="radio"
                name="qr-colour"
                aria-label={colourNames[colour]}
                checked={colour === value}
                onChange={() => onChange(colour)}
              />
              <span className={style.swatch} style={{ background: colour }} />
            </label>
          ))}
        </div>
      )}
    </Field>
  )
}

/** The size of PNG files. */
export const QrSize = ({ value, onChange }: { value: number; onChange: (size: number) => void }) => (
  <Field label="PNG 尺寸" isGroup>
    {() => (
      <Radio.Group
        value={value}
        options={sizes.map(size => ({ value: size, label: `${size} 像素` }))}
        onChange={event => onChange(Number(event.target.value))}
      />
    )}
  </Field>
)
