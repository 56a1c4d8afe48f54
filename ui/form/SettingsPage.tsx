import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Panel } from '#ui/display/Panel.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import layout from '#ui/theme/layout.module.css'

/** Settings page: sections, each with its own save button. */
export function SettingsPage({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <>
      <PageHead title={title} note={note} />
      <div className={`${layout.stack16} ${layout.measure}`}>{children}</div>
    </>
  )
}

interface SettingsSectionProps {
  title: string
  note?: ReactNode
  onSave?: () => void
  isSaving?: boolean
  isChanged?: boolean
  refusal?: ReactNode
  children: ReactNode
}

export function SettingsSection({ title, note, onSave, isSaving = false, isChanged = true, refusal, children }: SettingsSectionProps) {
  return (
    <Panel title={title} note={note}>
      {children}
      {refusal}
      {onSave ? (
        <Button type="primary" loading={isSaving} disabled={!isChanged} onClick={onSave}>
          保存
        </Button>
      ) : null}
    </Panel>
  )
}
