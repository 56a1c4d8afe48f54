import { App } from 'antd'
import { useState } from 'react'
import { type AppDetail, appCalls } from '#contract/apps/app.ts'
import { useAct } from '#ui/call.ts'
import { useMay } from '../../session.ts'
import { appAnswers } from '../app-manage/apps.ts'

/** What a section sends: its own settings and no others. */
export interface SectionInput {
  settings: Partial<AppDetail['settings']>
  defaultSignatureId?: string | null
}

/** The state of one section of an app's settings: what is kept until somebody types, then what was typed until it is saved. */
export function useSection<Draft>(app: AppDetail, kept: Draft, inputOf: (draft: Draft) => SectionInput) {
  const [typed, setTyped] = useState<Draft | null>(null)
  const { message } = App.useApp()
  const mayWrite = useMay('app.write')
  const save = useAct(appCalls.saveSettings, {
    invalidates: appAnswers,
    onDone: () => {
      setTyped(null)
      void message.success('已保存，1秒内生效')
    },
  })
  const draft = typed ?? kept
  const isChanged = JSON.stringify(draft) !== JSON.stringify(kept)
  return {
    draft,
    isChanged,
    mayWrite,
    change: (next: Partial<Draft>) => setTyped({ ...draft, ...next }),
    /** What the server says about a setting. */
    problemOf: (name: string) => save.error?.fields[`settings.${name}`],
    error: save.error,
    panel: {
      isChanged,
      isSaving: save.isPending,
      ...(mayWrite ? { onSave: () => save.mutate({ appId: app.appId, ...inputOf(draft) }) } : {}),
    },
  }
}
