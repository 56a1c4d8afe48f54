import { SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '#ui/frame/chunk.ts'
import type { ColumnChoice, Density } from './list-columns.ts'

export interface ListSettingsProps {
  columns: ColumnChoice
  density: Density
  onDensity: (density: Density) => void
}

const ColumnSettings = lazyPart('ColumnSettings', () => import('./ColumnSettings.tsx'))

/** The settings button of a list. */
export function ListSettings(props: ListSettingsProps) {
  const [isAsked, setAsked] = useState(false)
  const button = <Button type="text" icon={<SettingOutlined />} aria-label="列表设置" loading={isAsked} onClick={() => setAsked(true)} />
  return isAsked ? (
    <Suspense fallback={button}>
      <ColumnSettings {...props} />
    </Suspense>
  ) : (
    button
  )
}
